import type { Line } from '../output/line.ts'
import type { Symbols } from '../output/symbols.ts'
import type { RunTest } from '../submission/reads.ts'
import { barOf } from './bar.ts'
import { counted } from './count.ts'
import { type Change, type Difference, type Kind, kinds } from './difference.ts'
import { inOrder, type NamedRun, type State } from './state.ts'

/** How lines look: with a bar where there are symbols for it, and at most so many tests named of each kind. */
export type Look = { symbols?: Symbols | undefined; most?: number }

/** What a run holds, for people: how many of each result, the tests that failed, and the verdict. */
export const stateLines = ({ run, counts, tests, verdict }: State, { symbols, most = Infinity }: Look): Line[] => {
  const width = String(counts.total).length
  const row = (label: string, count: number) => `  ${label.padEnd(10)}  ${String(count).padStart(width)}`
  const failed = tests.filter(({ result }) => result === 'failed')
  return [
    titleOf(run),
    ...(symbols && counts.total > 0 ? [[{ text: '  ' }, ...barOf(counts, { symbols, width: barWidth })]] : []),
    row('total', counts.total),
    ...inOrder.flatMap((result): Line[] => [
      [{ text: row(result, counts[result]), tone: counts[result] > 0 ? result : undefined }],
      ...(result === 'failed' ? firstOf(failed, most).map((line) => `    ${line}`) : []),
    ]),
    ...(verdict
      ? [
          [
            { text: '  gate        ' },
            verdict.met
              ? { text: 'met', tone: 'passed' as const }
              : { text: `not met: ${verdict.reasons.join('; ')}`, tone: 'failed' as const },
          ],
        ]
      : []),
  ]
}

/** What changed between two runs, for people, grouped. */
export const differenceLines = (difference: Difference, { symbols, most = Infinity }: Look): Line[] => {
  const { from, to, counts } = difference
  const arrow = symbols?.arrow ?? '->'
  const shown = kinds.filter((kind) => counts[kind] > 0)
  return [
    `${titleOf(from)} ${arrow} ${titleOf(to)}`,
    ...shown.flatMap((kind): Line[] => [
      [{ text: `${words[kind]}  ${counts[kind]}`, tone: tones[kind] }],
      ...changeLines(difference[kind], { arrow, most }).map((line) => `  ${line}`),
    ]),
    `unchanged  ${counts.unchanged}`,
  ]
}

const barWidth = 40

const words: Record<Kind, string> = {
  newlyFailing: 'newly failing',
  stillFailing: 'still failing',
  fixed: 'fixed',
  changed: 'changed',
  added: 'added',
  removed: 'removed',
}

const tones = {
  newlyFailing: 'failed',
  stillFailing: 'failed',
  fixed: 'passed',
  changed: 'inProgress',
  added: 'heading',
  removed: 'faint',
} as const

const titleOf = ({ identifier, id, name }: NamedRun): string => oneLine(`${identifier ?? id} ${name}`.trim())

const firstOf = (tests: readonly RunTest[], most: number): string[] => {
  const named = tests.slice(0, most)
  const handles = named.map(({ identifiers: [identifier], id }) => identifier ?? id)
  const width = Math.max(0, ...handles.map(({ length }) => length))
  return [
    ...named.map(({ name, assignedTo }, at) =>
      oneLine(`${handles[at]?.padEnd(width)}  ${name}${assignedTo ? ` (${assignedTo})` : ''}`),
    ),
    ...rest(tests.length - named.length),
  ]
}

const changeLines = (changes: readonly Change[], { arrow, most }: { arrow: string; most: number }): string[] => {
  const named = changes.slice(0, most)
  const cells = named.map(({ identifier, id, from, to }) => [
    identifier ?? id,
    from && to ? (from === to ? to : `${from} ${arrow} ${to}`) : (from ?? to ?? ''),
  ])
  const widths = [0, 1].map((column) => Math.max(0, ...cells.map((row) => row[column]?.length ?? 0)))
  return [
    ...named.map(({ name }, at) =>
      oneLine([...(cells[at] ?? []).map((cell, column) => cell.padEnd(widths[column] ?? 0)), name].join('  ')),
    ),
    ...rest(changes.length - named.length),
  ]
}

const rest = (count: number): string[] =>
  count > 0 ? [`… and ${counted(count, 'more test')}; --json names them all`] : []

const oneLine = (text: string): string => text.replace(/[\n\r\t\v\f]+/g, ' ')
