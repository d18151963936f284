import type { Account, Found } from './tally.ts'

/** What became of the cases that were read; they add up to them. */
export type Outcome = Readonly<Record<string, number>>

/**
 * The account of a file in a few lines: `235 read = 231 new + 2 unchanged + 2 unreadable (line 1184: …)`, and what was not
 * carried over.
 */
export const summaryOf = (account: Account, outcome: Outcome): string[] => {
  const parts = Object.entries(outcome)
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${count} ${word}`)
  const [first, ...more] = account.unreadable
  if (first)
    parts.push(
      `${account.unreadable.length} unreadable (line ${first.line}: ${first.reason}${more.length > 0 ? '; …' : ''})`,
    )
  const others = account.others.map(({ what, count }) => `${count} ${what}`)
  return [
    `${account.read} read = ${parts.join(' + ') || '0'}${others.length > 0 ? `; not cases: ${others.join(', ')}` : ''}`,
    ...(account.losses.length > 0 ? [`not carried: ${account.losses.map(brief).join(', ')}`] : []),
    ...account.notes.map((note) => `${brief(note)} (${note.places[0]}${note.count > 1 ? ', …' : ''})`),
    ...unknownColumns(account),
  ]
}

const brief = ({ what, count }: Found): string => `${count} ${what}`

/** Columns that have no place of their own. */
const unknownColumns = ({ fields }: Account): string[] => {
  const own = fields.filter(({ from, to }) => to === `fields.${from}`).map(({ from }) => from)
  if (own.length === 0) return []
  const more = own.length > mostNamed ? ` and ${own.length - mostNamed} more` : ''
  return [`as custom fields: ${own.slice(0, mostNamed).join(', ')}${more}`]
}

const mostNamed = 8
