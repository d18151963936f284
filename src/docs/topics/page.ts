import { wrap } from '../../output/text/wrap.ts'
import type { Group, Topic } from './topic.ts'

/** Formats a topic as the lines of a page, no wider than 80 columns: longer lines are hard to read. */
export const pageOf = ({ intro, groups, notes, examples }: Topic, width: number): string[] => {
  const room = Math.max(narrowest, Math.min(width, 80))
  const terms = groups.flatMap(({ rows }) => rows.map(([term]) => String(term).length))
  const longest = terms.reduce((most, one) => Math.max(most, one), 0)
  const column = Math.min(longest, Math.floor(room / 2) - 4)
  return [
    ...wrap(intro, room),
    ...groups.flatMap((group) => ['', ...groupLines(group, { room, column })]),
    ...notes.flatMap((note) => ['', ...wrap(note, room)]),
    '',
    'Examples:',
    ...examples.map((example) => `  ${example}`),
  ]
}

const groupLines = ({ heading, rows }: Group, { room, column }: { room: number; column: number }): string[] => [
  ...(heading === undefined ? [] : [`${heading}:`]),
  ...rows.flatMap(([term, meaning]) => {
    const name = String(term)
    const [first = '', ...others] = wrap(meaning, room - column - 4)
    const indented = others.map((line) => ' '.repeat(column + 4) + line)
    // A name that is too long for its column gets a line of its own.
    if (name.length > column) return [`  ${name}`, ' '.repeat(column + 4) + first, ...indented]
    return [`  ${name.padEnd(column)}  ${first}`, ...indented]
  }),
]

const narrowest = 30
