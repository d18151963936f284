import { parseIdentifier, parseShortIdentifier } from '../../../contract/identifiers.ts'
import { type Noun, type NumberedNoun, resources, isNumbered } from '../../../contract/vocabulary.ts'
import { NotFoundError, RejectedError } from '../../../errors.ts'
import { quoteWord } from '../../../system/shell-line.ts'

/** The line that lists the resources of a project, or of the default one, after one was not found. Tests are listed by run. */
export const listLine = (noun: NumberedNoun, project?: string): string => {
  const [flag, before] = project ? [` -p ${project}`, `${project}-`] : ['', '']
  return noun === 'tests'
    ? `tests are listed by run: testctl runs list${flag}, then testctl tests list ${before}R7`
    : `testctl ${noun} list${flag}`
}

/** What an identifier of another kind leads to: `its tests: testctl tests list R7`, where a test is wanted. DECISIONS 489 */
export const fromOtherKind = (wanted: Noun, typed: string, named: Noun): string | undefined => {
  const [which, command] = ways[wanted]?.[named] ?? []
  return command && `its ${which}: testctl ${command} ${typed}`
}

const ways: { readonly [wanted in Noun]?: { readonly [named in Noun]?: readonly [string, string] } } = {
  tests: { cases: ['tests', 'cases history'], runs: ['tests', 'tests list'] },
  cases: { tests: ['case', 'tests get'], runs: ['tests', 'tests list'] },
  runs: { tests: ['run', 'tests get'], cases: ['runs', 'cases history'], milestones: ['runs', 'milestones status'] },
  milestones: { runs: ['milestone', 'runs get'] },
}

/**
 * What was meant by an address, a pattern, a name, a number or a range of another form in the place of an ID; undefined for anything
 * else. DECISIONS 156
 */
export const meantBy = (noun: Noun, typed: string): string | undefined => {
  if (!isNumbered(noun) || isIdentifier(typed)) return undefined
  const { letter } = resources[noun]
  if (typed.includes('://')) return meantByAddress(noun, typed)
  // With what stood around it where it was copied from.
  const bare = typed.replace(/^[\s"'“”‘’([{<#]+|[\s"'“”‘’)\]}>,;.:]+$/g, '')
  if (bare !== typed && isIdentifier(bare)) return kindOf(bare) === noun ? `did you mean ${bare}?` : undefined
  // C-1, C_1 and C#1
  const tidied = bare.replace(/(?<![A-Za-z0-9])([CTRM])[-_#:. ](?=[0-9])/gi, '$1')
  const several = tidied.split(/[\s,]+/).map((one) => one.replace(/^([0-9]{1,9})$/, `${letter}$1`))
  if (several.length > 1 && several.every(isIdentifier)) return `several stand apart: ${several.join(' ')}`
  if (/[*?]/.test(typed))
    return `several are named ${letter}1 ${letter}2 or ${letter}1-${letter}10; all of them: testctl ${noun} list${noun === 'tests' ? ' <run>' : ''}`
  const range = rangeMeant(tidied)
  if (range?.noun === noun) return `did you mean ${range.text}?`
  const [, project = '', from, to] = numberRange.exec(tidied) ?? []
  if (to !== undefined) return `did you mean ${project}${letter}${from}-${letter}${to}?`
  const meant = meantByNumber(noun, tidied)
  if (meant !== undefined) return meant
  return /\s/.test(typed) ? searchLine(noun, typed) : undefined
}

/** The same, and of a word without a digit, which is hardly an id, the line that lists what has it in its name. DECISIONS 497 */
export const meantByWord = (noun: Noun, typed: string): string | undefined =>
  meantBy(noun, typed) ?? (/^\p{L}[\p{L}'’_-]*$/u.test(typed) ? searchLine(noun, typed) : undefined)

/** The line that finds a case or a test by a part of its name: runs and milestones are understood by their names. */
const searchLine = (noun: Noun, typed: string): string | undefined => {
  if ((noun !== 'cases' && noun !== 'tests') || !/\p{L}/u.test(typed)) return undefined
  const search = `--search ${quoteWord(typed)}`
  return noun === 'cases'
    ? `testctl cases list ${search}`
    : `tests are listed by run: testctl tests list <run> ${search}`
}

/** The range in our form that others write `C1..C10` or `C1:C10`; undefined for anything else. DECISIONS 267 */
export const rangeMeant = (typed: string): { noun: NumberedNoun; text: string } | undefined => {
  const [, project = '', letter = '', from, to] = otherRange.exec(typed) ?? []
  const noun = parseShortIdentifier(`${letter}${from}`)?.noun
  return noun && { noun, text: `${project}${resources[noun].letter}${from}-${resources[noun].letter}${to}` }
}
const otherRange = /^([A-Z]\w*-)?([CTRM])([0-9]{1,9})(?:\s*(?:\.{2,3}|[:~…–—])\s*|\s+(?:-|to)\s+)\1?\2?([0-9]{1,9})$/i
// It may also be an id, as far as the interface tells.
const numberRange = /^([A-Z]\w*-)?([0-9]{1,9})(?:\.{2,3}|[:~…–—-])([0-9]{1,9})$/i

/**
 * Throws the error of a request again. If the service does not have the typed id, it adds what was probably meant, or the `list` if
 * nothing is known and the error names this kind of resource. DECISIONS 156
 */
export const rethrowMeant =
  (noun: Noun, typed: readonly string[], list?: string) =>
  (error: unknown): never => {
    const isRefusal = error instanceof RejectedError
    if (!isRefusal && !(error instanceof NotFoundError)) throw error
    for (const one of typed) {
      const isAbout = !isRefusal || error.message.includes(one)
      const hint = (isAbout ? meantByWord(noun, one) : undefined) ?? (names(error, noun, one) ? list : undefined)
      if (hint !== undefined)
        throw new (isRefusal ? RejectedError : NotFoundError)(error.message, { ...error.details, hint })
    }
    throw error
  }

/** Whether an error is about this one: another thing of the same request may be missing, and may have the name in its own. */
const names = ({ message }: Error, noun: Noun, typed: string): boolean =>
  message.split(/[\s"':,;]+/).includes(typed) && message.replace(typed, '').includes(resources[noun].label)

const kindOf = (typed: string): NumberedNoun | undefined =>
  (parseIdentifier(typed) ?? parseShortIdentifier(typed))?.noun

const isIdentifier = (typed: string): boolean => kindOf(typed) !== undefined

/** What was meant by a number, `1` or `WEB-1`, or by an identifier with another character for its hyphen: `WEB_C1`. */
const meantByNumber = (noun: NumberedNoun, typed: string): string | undefined => {
  const spelled = typed
    .replace(/[_.:/](?=[CTRM][0-9]+$)/i, '-')
    .replace(/^([A-Z]\w*-)?#?(?=[0-9]{1,9}$)/i, `$1${resources[noun].letter}`)
  const full = parseIdentifier(spelled)
  const parsed = full ?? parseShortIdentifier(spelled)
  if (!parsed) return undefined
  const { label, letter } = resources[parsed.noun]
  const identifier = `${full ? `${full.project}-` : ''}${letter}${parsed.displayId}`
  return parsed.noun === noun
    ? `did you mean ${identifier}?`
    : `${identifier} is a ${label}: testctl ${parsed.noun} get ${identifier}`
}

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
