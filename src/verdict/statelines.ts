import type { Cell } from '../output/cells.ts'
import type { Line } from '../output/line.ts'
import { barOf } from './bar.ts'
import type { Verdict } from './gate.ts'
import { type Look, nameFirst, titleOf } from './naming.ts'
import { inOrder, type State } from './state.ts'

/** What a run holds, for people: how many of each result, the tests that failed, and the verdict; a bar where there are symbols. */
export const stateLines = ({ run, counts, tests, verdict }: State, look: Look): Line[] => {
  const { symbols } = look
  const width = String(counts.total).length
  const row = (label: string, count: number) => `  ${label.padEnd(10)}  ${String(count).padStart(width)}`
  const failed = tests
    .filter(({ result }) => result === 'failed')
    .map((test) => ({ ...test, name: test.assignedTo ? `${test.name} (${test.assignedTo})` : test.name }))
  return [
    titleOf(run),
    ...(symbols && counts.total > 0 ? [[{ text: '  ' }, ...barOf(counts, { symbols, width: barWidth })]] : []),
    row('total', counts.total),
    ...inOrder.flatMap((result): Line[] => [
      [{ text: row(result, counts[result]), tone: counts[result] > 0 ? result : undefined }],
      ...(result === 'failed'
        ? nameFirst(failed, ({ identifiers: [identifier], id }) => [identifier ?? id], look)
        : []
      ).map((line) => `    ${line}`),
    ]),
    ...(verdict ? [[{ text: '  gate        ' }, verdictCell(verdict)]] : []),
  ]
}

const barWidth = 40

const verdictCell = ({ met, reasons }: Verdict): Cell =>
  met ? { text: 'met', tone: 'passed' } : { text: `not met: ${reasons.join('; ')}`, tone: 'failed' }
