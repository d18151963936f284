import { parseIdentifier, parseShortIdentifier } from '../../../contract/identifiers.ts'
import { type Noun, type NumberedNoun, resources, isNumbered } from '../../../contract/vocabulary.ts'
import { NotFoundError, RejectedError } from '../../../errors.ts'
import { quoteWord } from '../../../system/shell-line.ts'

/** Returns the line that lists the resources of a project, or of the default one. Tests are listed by run. */
export const listLine = (noun: NumberedNoun, project?: string): string => {
  const [flag, before] = project ? [` -p ${project}`, `${project}-`] : ['', '']
  return noun === 'tests'
    ? `tests are listed by run: testctl runs list${flag}, then testctl tests list ${before}R7`
    : `testctl ${noun} list${flag}`
}

/** Returns how to get from an identifier of another kind to the wanted kind: `its tests: testctl tests list R7`. DECISIONS 489 */
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
 * Suggests an ID for an address, a pattern, a name, a number or a range in another notation that was typed in its place; undefined
 * for any other word. DECISIONS 156
 */
export const suggestId = (noun: Noun, typed: string): string | undefined => {
  if (!isNumbered(noun) || isIdentifier(typed)) return undefined
  const { letter } = resources[noun]
  if (typed.includes('://')) return meantByAddress(noun, typed)
  // Quotes, brackets or punctuation may have been copied along.
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

/** Like `suggestId`; for a word without a digit, which is hardly an id, suggests the line that searches for it in names. DECISIONS 497 */
export const meantByWord = (noun: Noun, typed: string): string | undefined =>
  suggestId(noun, typed) ?? (/^\p{L}[\p{L}'’_-]*$/u.test(typed) ? searchLine(noun, typed) : undefined)

/** Returns the line that finds a case or a test by a part of its name. Runs and milestones can be typed by name instead. */
const searchLine = (noun: Noun, typed: string): string | undefined => {
  if ((noun !== 'cases' && noun !== 'tests') || !/\p{L}/u.test(typed)) return undefined
  const search = `--search ${quoteWord(typed)}`
  return noun === 'cases'
    ? `testctl cases list ${search}`
    : `tests are listed by run: testctl tests list <run> ${search}`
}

/** Converts a range such as `C1..C10` or `C1:C10` to our notation; undefined for any other word. DECISIONS 267 */
export const rangeMeant = (typed: string): { noun: NumberedNoun; text: string } | undefined => {
  const [, project = '', letter = '', from, to] = otherRange.exec(typed) ?? []
  const noun = parseShortIdentifier(`${letter}${from}`)?.noun
  return noun && { noun, text: `${project}${resources[noun].letter}${from}-${resources[noun].letter}${to}` }
}
const otherRange = /^([A-Z]\w*-)?([CTRM])([0-9]{1,9})(?:\s*(?:\.{2,3}|[:~…–—])\s*|\s+(?:-|to)\s+)\1?\2?([0-9]{1,9})$/i
// In the interface, a word of this form may also be an id.
const numberRange = /^([A-Z]\w*-)?([0-9]{1,9})(?:\.{2,3}|[:~…–—-])([0-9]{1,9})$/i

/**
 * Rethrows the error of a request. If the service does not have the typed id, its hint is the ID that was probably meant, or `list`
 * if none is known and the error names this kind of resource. DECISIONS 156
 */
export const rethrowWithSuggestion =
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

/** Whether an error is about this ID: it may be about another thing in the same request, whose name contains it. */
const names = ({ message }: Error, noun: Noun, typed: string): boolean =>
  message.split(/[\s"':,;]+/).includes(typed) && message.replace(typed, '').includes(resources[noun].label)

const kindOf = (typed: string): NumberedNoun | undefined =>
  (parseIdentifier(typed) ?? parseShortIdentifier(typed))?.noun

const isIdentifier = (typed: string): boolean => kindOf(typed) !== undefined

/** Suggests an ID for a number, `1` or `WEB-1`, or for an identifier with another character instead of its hyphen: `WEB_C1`. */
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

/** Finds the identifier in the address of a page: `https://tests.example.com/WEB-R7`, or `/WEB/runs/R7` as on other services. */
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
