import { phraseOf, type ResultName } from '../../contract/vocabulary.ts'
import type { Cell } from '../../output/cells/index.ts'
import type { Line } from '../../output/cells/line.ts'
import { barOf } from './result-bar.ts'
import type { Verdict } from './gate.ts'
import { type LineOptions, nameFirst, titleOf } from '../line-parts.ts'
import { inOrder, type RunState } from './index.ts'
import type { ResultCounts } from './counts.ts'

/** What a run holds, for people: how many of each result, the tests that failed, and the verdict; a bar where there are symbols. */
export const stateLines = ({ run, counts, tests, verdict }: RunState, look: LineOptions): Line[] => {
  const { symbols } = look
  const width = String(counts.total).length
  // People read words; a pipe has the word of the interface, which is one field.
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

/** The bar of a run, and how much of it is done, in words alone where that is asked for; nothing without symbols or tests. */
export const barLines = (
  counts: ResultCounts,
  { symbols, columns = Infinity, isPlain = false }: LineOptions,
): Line[] => {
  if (!symbols || counts.total === 0) return []
  const share = `  ${doneOf(counts)}% done`
  if (isPlain) return [share]
  const width = Math.max(narrowest, Math.min(barWidth, columns - 2 - share.length))
  return [[{ text: '  ' }, ...barOf(counts, { symbols, width }), { text: share }]]
}

/** How much of a run is done, in whole percent: all of it only when no test is open; nothing of one without tests. */
export const doneOf = ({ passed, failed, total }: ResultCounts): number =>
  total === 0 ? 0 : Math.floor(((passed + failed) * 100) / total)

const barWidth = 40
// One sign for each of the results.
const narrowest = 4

/** What a gate came to, in a line of its own. */
export const verdictCell = ({ met, reasons }: Verdict): Cell =>
  met ? { text: 'met', tone: 'passed' } : { text: `not met: ${reasons.join('; ')}`, tone: 'failed', fit: 'wrap' }
