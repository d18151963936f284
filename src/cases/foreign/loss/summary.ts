import { counted, listNames } from '../../../output/text/count.ts'
import type { Account, TallyEntry } from './tally.ts'

/** How many of the readable cases had each outcome, by its word (`new`, `unchanged`); together they are all of these cases. */
export type ImportOutcome = Readonly<Record<string, number>>

/** Formats the account of a file as a line: `235 read = 231 new + 2 unchanged + 2 unreadable`. */
export const balanceOf = ({ read, unreadable }: Account, outcome: ImportOutcome): string => {
  const parts = Object.entries(outcome)
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${count} ${word}`)
  if (unreadable.length > 0) parts.push(`${unreadable.length} unreadable`)
  return `${read} read = ${parts.join(' + ') || '0'}`
}

/** Lines about losses: entries that cannot be read, values that were not carried over, values that were changed. */
export const lossesOf = ({ unreadable, losses, notes }: Account): string[] => [
  ...(unreadable[0]
    ? [firstOf('unreadable', unreadable.length, `line ${unreadable[0].line}: ${unreadable[0].reason}`)]
    : []),
  ...(losses.length > 0 ? [`not carried: ${losses.map(({ what, count }) => counted(count, what)).join(', ')}`] : []),
  ...notes.map(({ what, count, places }) => firstOf(what, count, places[0] ?? '')),
]

/**
 * Lines without a loss: entries that are not cases, and columns that became custom fields. A field with another name than its column
 * stands first, with the column, because the line may be cut. DECISIONS 548
 */
export const remarksOf = ({ others, fields }: Account): string[] => {
  const named = fields.flatMap(({ from, to }) =>
    to.startsWith(prefix) ? [{ from, field: to.slice(prefix.length) }] : [],
  )
  const renamed = named.filter(({ from, field }) => from !== field).map(({ from, field }) => `${field} (${from})`)
  const own = [...renamed, ...named.filter(({ from, field }) => from === field).map(({ from }) => from)]
  return [
    ...(others.length > 0 ? [`not cases: ${others.map(({ what, count }) => counted(count, what)).join(', ')}`] : []),
    ...(own.length > 0 ? [`in custom fields: ${listNames(own, 8)}`] : []),
  ]
}

const prefix = 'fields.'

const firstOf = (what: string, count: number, first: string): string =>
  `${what}: ${count} (${first}${count > 1 ? '; …' : ''})`

/** Formats the places of a tally entry as lines. */
export const placesOf = ({ what, count, places }: TallyEntry): string[] => [
  `- ${counted(count, what)}:`,
  ...places.map((place) => `  - ${place}`),
  ...(count > places.length ? [`  - and ${count - places.length} more`] : []),
]
