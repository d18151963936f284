import { phraseOf, type ResultName } from '../../contract/vocabulary.ts'
import type { Cell } from '../../output/cells/index.ts'
import type { Line } from '../../output/cells/line.ts'
import { barOf } from './result-bar.ts'
import type { Verdict } from './gate.ts'
import { type LineOptions, nameFirst, titleOf } from '../line-parts.ts'
import { inOrder, type RunState } from './index.ts'
import type { ResultCounts } from './counts.ts'

/** Formats the state of a run for people: a bar if there are symbols, the count of each result, the failed tests, and the verdict. */
export const stateLines = ({ run, counts, tests, verdict }: RunState, look: LineOptions): Line[] => {
  const { symbols } = look
  const width = String(counts.total).length
  // People get words; a pipe gets the interface's name of the result, which is one field.
  const labelOf = (result: ResultName) => (symbols ? phraseOf[result] : result)
  const padded = (label: string) => label.padEnd(labelOf('inProgress').length)
  const row = (label: string, count: number) => `  ${padded(label)}  ${String(count).padStart(width)}`
  const failed = tests
    .filter(({ result }) => result === 'failed')
    .map((test) => ({ ...test, name: test.assignedTo ? `${test.name} (${test.assignedTo})` : test.name }))
  return [
    titleOf(run),
    ...barLines(counts, look),
    row('total', counts.total),
    ...inOrder.flatMap((result): Line[] => [
      [{ text: row(labelOf(result), counts[result]), tone: counts[result] > 0 ? result : undefined }],
      ...(result === 'failed'
        ? nameFirst(failed, ({ identifiers: [identifier], id }) => [identifier ?? id], { ...look, indent: '    ' })
        : []),
    ]),
    ...(verdict ? [[{ text: `  ${padded('gate')}  ` }, verdictCell(verdict)]] : []),
  ]
}

/** Formats the bar of a run and how much of it is done; only the latter if `isPlain`. Empty if there are no symbols or no tests. */
export const barLines = (
  counts: ResultCounts,
  { symbols, columns = Infinity, isPlain = false }: LineOptions,
): Line[] => {
  if (!symbols || counts.total === 0) return []
  const share = `  ${percentDone(counts)}% done`
  if (isPlain) return [share]
  const width = Math.max(narrowest, Math.min(barWidth, columns - 2 - share.length))
  return [[{ text: '  ' }, ...barOf(counts, { symbols, width }), { text: share }]]
}

/** Returns how much of a run is done, in whole percent: 100 only if no test is open; 0 if there are no tests. */
export const percentDone = ({ passed, failed, total }: ResultCounts): number =>
  total === 0 ? 0 : Math.floor(((passed + failed) * 100) / total)

const barWidth = 40
// One sign for each of the results.
const narrowest = 4

/** Formats the verdict on a gate. */
export const verdictCell = ({ met, reasons }: Verdict): Cell =>
  met ? { text: 'met', tone: 'passed' } : { text: `not met: ${reasons.join('; ')}`, tone: 'failed', fit: 'wrap' }
