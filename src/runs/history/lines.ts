import { phraseOf } from '../../contract/vocabulary.ts'
import type { Line } from '../../output/cells/line.ts'
import { counted } from '../../output/text/count.ts'
import type { HistoryEntry, CaseStatistics } from './statistics.ts'
import { type NamedRun, nameFirst, section, type TerminalLook, titleOf } from '../line-parts.ts'

/** A case with its tests, the oldest first, their statistics, and the reason of the last failure if it is known. */
export type CaseHistory = {
  case: NamedRun
  entries: readonly HistoryEntry[]
  statistics: CaseStatistics
  failure: string | undefined
}

/** How to format a history; `ago` says how long ago a time was (milliseconds since 1970). */
export type HistoryOptions = TerminalLook & { ago: (at: number) => string }

/** Formats the history of a case for a terminal: a sign for each test, the statistics, and the tests, newest first. */
export const historyLines = (
  { case: subject, entries, statistics, failure }: CaseHistory,
  options: HistoryOptions,
): Line[] => [
  titleOf(subject),
  ...(options.isPlain ? [] : signLines(entries, options)),
  ...statisticsLines(statistics, { failure, options }),
  ...section('tests, newest first', entryLines(entries.toReversed(), options)),
]

/** Formats a sign for each test, wrapped at the width; the newest is last. */
const signLines = (entries: readonly HistoryEntry[], { columns, symbols }: HistoryOptions): Line[] => {
  const width = Math.max(1, columns - 2)
  const lines: Line[] = []
  for (let at = 0; at < entries.length; at += width)
    lines.push([
      { text: '  ' },
      ...entries.slice(at, at + width).map(({ result }) => ({ text: symbols[result], tone: result })),
    ])
  return lines
}

const statisticsLines = (
  { counts, passRate, flakiness, streak, lastFailure }: CaseStatistics,
  { failure, options }: { failure: string | undefined; options: HistoryOptions },
): Line[] => {
  const finished = counts.passed + counts.failed
  const open = counts.total - finished
  const whenOf = ({ at }: HistoryEntry) => (at === undefined ? '' : `, ${options.ago(at)}`)
  return [
    passRate === null
      ? `  ${counts.total === 0 ? 'in none of the runs' : 'never finished'}`
      : `  ${counts.passed} of ${counted(finished, 'finished test')} passed (${percent(passRate)})${open > 0 ? `, ${open} open` : ''}`,
    ...(flakiness === null ? [] : [`  flakiness ${percent(flakiness)}`]),
    ...(streak
      ? [
          [
            {
              text: `  ${streakVerbs[streak.result]} since ${nameOf(streak.since)}${whenOf(streak.since)}${inARow(streak.length)}`,
              tone: streak.result,
            },
          ],
        ]
      : []),
    ...(lastFailure && streak?.result === 'passed'
      ? [`  failed last in ${nameOf(lastFailure)}${whenOf(lastFailure)}`]
      : []),
    ...(failure === undefined ? [] : [[{ text: '  because ' }, { text: failure, fit: 'wrap' as const }]]),
  ]
}

const entryLines = (entries: readonly HistoryEntry[], { symbols, isPlain, ago }: HistoryOptions): Line[] =>
  nameFirst(
    entries.map((entry) => ({ ...entry, name: entry.by === '' ? entry.run.name : `${entry.run.name} (${entry.by})` })),
    (entry) => [
      entry.run.identifier ?? entry.run.id,
      entry.test.identifier ?? entry.test.id,
      `${isPlain ? '' : `${symbols[entry.result]} `}${phraseOf[entry.result]}`,
      entry.at === undefined ? '' : ago(entry.at),
    ],
    { indent: '    ' },
  ).map((line, at) => line.map((cell) => ({ ...cell, tone: entries[at]?.result === 'failed' ? 'failed' : undefined })))

// A share below 1 must not look like 100%, nor one above 0 like 0%.
const percent = (share: number): string =>
  share === 0 || share === 1 ? `${share * 100}%` : `${Math.min(99.9, Math.max(0.1, Math.round(share * 1000) / 10))}%`

const streakVerbs = { passed: 'passes', failed: 'fails' } as const

const inARow = (length: number): string => (length > 1 ? `, ${length} times in a row` : '')

const nameOf = ({ run }: HistoryEntry): string => run.identifier ?? run.id
