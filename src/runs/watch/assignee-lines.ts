import type { Cell } from '../../output/cells/index.ts'
import type { Line } from '../../output/cells/line.ts'
import type { Assignee } from './assignees.ts'
import { type LineOptions, oneLine } from '../line-parts.ts'

/** Formats how many open tests each person has: a line per person, with the tests in progress. */
export const assigneeLines = (holders: readonly Assignee[], { symbols, most = Infinity }: LineOptions): Line[] => {
  const shown = holders.slice(0, Math.min(most, longest))
  const counts = [
    countCells(
      shown.map(({ inProgress }) => inProgress.length),
      'in progress',
    ),
    countCells(
      shown.map(({ untested }) => untested.length),
      'untested',
    ),
  ]
  const lines = shown.map(({ name, inProgress }, at): Cell[] => [
    { text: oneLine(['  ', ...counts.flatMap((cells) => cells[at] ?? []), ''].join('  ')) },
    { text: oneLine(name || 'unassigned'), fit: 'cut' },
    ...namesOf(inProgress),
  ])
  const left = holders.length - shown.length
  return left > 0 ? [...lines, `    ${symbols?.ellipsis ?? '…'} and ${left} more`] : lines
}

/** Lists the tests that a person works on: the first few by name, the others counted. */
const namesOf = (tests: Assignee['inProgress']): Cell[] => {
  const left = tests.length - mostNamed
  return [
    ...tests
      .slice(0, mostNamed)
      .flatMap(({ identifiers: [identifier], id, name }, at): Cell[] => [
        { text: `${at === 0 ? ':' : ','} ${identifier ?? id} ` },
        { text: oneLine(name), fit: 'cut' },
      ]),
    ...(left > 0 ? [{ text: ` and ${left} more` }] : []),
  ]
}
const mostNamed = 3

/** Formats a column of counts, blank for 0; no column if all counts are 0. */
const countCells = (counts: readonly number[], word: string): string[] => {
  const most = counts.reduce((one, other) => Math.max(one, other), 0)
  const width = String(most).length
  if (most === 0) return []
  return counts.map((count) =>
    (count === 0 ? '' : `${String(count).padStart(width)} ${word}`).padEnd(width + 1 + word.length),
  )
}

// More people than this are too many to read at a glance.
const longest = 8
