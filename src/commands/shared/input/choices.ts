import { reportFormats } from '../../../contract/report-formats.ts'
import { type ResultName, results } from '../../../contract/vocabulary.ts'
import { UsageError } from '../../../errors.ts'
import { suggest } from '../../../cli/suggest.ts'

/** Returns the typed word if it is in the list. If not, throws a UsageError that suggests the nearest word and lists all. */
export const choose = <const Word extends string>(what: string, typed: string, words: readonly Word[]): Word => {
  const found = words.find((word) => word === typed)
  if (found !== undefined) return found
  const nearest = suggest(typed, words)
  throw new UsageError(`there is no ${what} ${JSON.stringify(typed)}`, {
    hint: `${nearest ? `did you mean ${nearest}? ` : ''}${what}s: ${words.join(', ')}`,
  })
}

/** Returns a result as the interface spells it; it may be typed as `PASSED`, `in-progress`, `pass` or `fail`. DECISIONS 157 */
export const chooseResult = (typed: string): ResultName => findResult(typed) ?? choose('result', typed, results)

/** Whether a word is a result. */
export const isResult = (typed: string): boolean => findResult(typed) !== undefined

/** Parses several results, comma-separated. */
export const chooseResults = (typed: string): ResultName[] => typed.split(',').map((word) => chooseResult(word.trim()))

/** Throws a UsageError for an empty list of results, for example from an unset variable. */
export const refuseNoResults = (flag: string, typed: readonly string[] | undefined): void => {
  if (typed?.length === 0) throw new UsageError(`${flag} names no result`, { hint: `such as ${flag} failed,untested` })
}

const findResult = (typed: string): ResultName | undefined => {
  const folded = typed.toLowerCase().replace(/[-_ ]/g, '')
  return results.find((result) => result.toLowerCase() === folded || result.toLowerCase() === `${folded}ed`)
}

/** Returns the format of a report that was typed. Throws a UsageError if there is none of that name. */
export const chooseReportFormat = (typed: string): string => choose('format', typed, reportFormats)

/** Returns a parser for a flag that takes a whole number, not below `minimum`. */
export const chooseNumber =
  (flag: string, minimum: number) =>
  (typed: string): number => {
    const number = /^[0-9]+$/.test(typed) ? Number(typed) : NaN
    if (Number.isSafeInteger(number) && number >= minimum) return number
    throw new UsageError(`${flag} takes a whole number from ${minimum}, not ${JSON.stringify(typed)}`, {
      hint: `give a number such as ${flag === '--port' ? 8787 : Math.max(minimum, 20)}`,
    })
  }

/** Throws a UsageError for an empty name, before anything is sent; undefined is allowed. */
export const checkName = (name: string | undefined): void => {
  if (name !== undefined && name.trim() === '')
    throw new UsageError('the name is empty', { hint: "give one: --name 'A name'" })
}

/** Returns the fields of an update that were given. Throws a UsageError if there are none. */
export const someOf = <Fields extends object>(
  fields: Fields,
  flags: string,
): { [K in keyof Fields]?: NonNullable<Fields[K]> } => {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  if (given.length === 0) throw new UsageError('there is nothing to change', { hint: `give at least one of ${flags}` })
  return Object.fromEntries(given) as { [K in keyof Fields]?: NonNullable<Fields[K]> }
}
