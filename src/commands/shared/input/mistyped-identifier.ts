import { parseIdentifier, parseShortIdentifier } from '../../../contract/identifiers.ts'
import { type Noun, type NumberedNoun, resources } from '../../../contract/vocabulary.ts'
import { quoteWord } from '../../../system/shell-line.ts'

/** The line that lists those of a project among which what was named is not; tests are listed by run. */
export const listLine = (noun: NumberedNoun, project: string): string =>
  noun === 'tests'
    ? `testctl runs list -p ${project}, then: testctl tests list ${project}-R7`
    : `testctl ${noun} list -p ${project}`

/** What was meant by an address, a pattern, a name or a number in the place of an ID; undefined for anything else. DECISIONS 156 */
export const meantBy = (noun: Noun, typed: string): string | undefined => {
  if (!isNumbered(noun)) return undefined
  const { letter } = resources[noun]
  if (typed.includes('://')) return meantByAddress(noun, typed)
  const several = typed.split(',')
  if (several.length > 1 && several.every((one) => parseIdentifier(one) ?? parseShortIdentifier(one)))
    return `several stand apart: ${several.join(' ')}`
  if (/[*?]/.test(typed))
    return `several are named ${letter}1 ${letter}2 or ${letter}1-${letter}10; all of them: testctl ${noun} list${noun === 'tests' ? ' WEB-R7' : ''}`
  if ((noun === 'cases' || noun === 'tests') && /\s/.test(typed) && /\p{L}/u.test(typed))
    return `testctl ${noun} list ${noun === 'tests' ? 'WEB-R7 ' : ''}--search ${quoteWord(typed)}`
  const [, project = '', number] = /^([A-Z]\w*-)?([0-9]{1,9})$/i.exec(typed) ?? []
  return number && `did you mean ${project}${letter}${number}?`
}

const isNumbered = (noun: Noun): noun is NumberedNoun => resources[noun].letter !== undefined

/** The identifier in the address of a page: `https://tests.example.com/WEB-R7`, or of `/WEB/runs/R7` as other services have it. */
const meantByAddress = (noun: NumberedNoun, typed: string): string | undefined => {
  const words = typed.split(/[/?#&=]/).slice(3)
  const found = words.findLast((word) => parseIdentifier(word) ?? parseShortIdentifier(word))
  const parsed = found === undefined ? undefined : (parseIdentifier(found) ?? parseShortIdentifier(found))
  if (found === undefined || !parsed) return undefined
  const project = words.find((word) => /^[A-Z][A-Z0-9_]*$/.test(word) && word !== found)
  const identifier = found.includes('-') || !project ? found : `${project}-${found}`
  if (parsed.noun === noun) return `give its identifier: ${identifier}`
  return `it is the address of a ${resources[parsed.noun].label}: testctl ${parsed.noun} get ${identifier}`
}
