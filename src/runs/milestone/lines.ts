import type { Cell } from '../../output/cells/index.ts'
import type { Line } from '../../output/cells/line.ts'
import type { Symbols } from '../../output/style/symbols.ts'
import { barOf } from '../status/result-bar.ts'
import { counted } from '../../output/text/count.ts'
import { assigneeLines } from '../watch/assignee-lines.ts'
import { assigneesOf } from '../watch/assignees.ts'
import type { MilestoneState } from './index.ts'
import { type TerminalLook, oneLine, section } from '../line-parts.ts'
import { readinessOf } from './readiness.ts'
import type { ResultCounts } from '../status/counts.ts'
import type { RunState } from '../status/index.ts'
import { percentDone, stateLines } from '../status/lines.ts'

/** Formats a milestone for a terminal: whether it is ready, all counts together, each run, and what is left to do. */
export const milestoneLines = (state: MilestoneState, look: TerminalLook): Line[] => {
  const { ready, reasons, steps } = readinessOf(state)
  const [title = '', ...counts] = stateLines(state, look)
  const sentence: Cell[] = [
    { text: '  ' },
    {
      ...(ready
        ? {
            text: `ready: ${state.counts.total === 1 ? 'its test has' : `all ${counted(state.counts.total)} have`} passed`,
            tone: 'passed' as const,
          }
        : { text: `not ready: ${reasons.join(', ')}`, tone: 'failed' as const }),
      fit: 'wrap',
    },
  ]
  return [
    title,
    sentence,
    ...counts,
    ...section('runs', runLines(state.runs, look)),
    ...section('open tests', assigneeLines(assigneesOf(state.tests), look)),
    ...section(
      'until it is ready',
      steps.map((step): Line => [{ text: '    ' }, { text: step, fit: 'wrap' }]),
    ),
  ]
}

/** Formats each run: `WEB-R7  ✓✓✓✓✗✗--   83% done  10/12 passed  Nightly` */
const runLines = (runs: readonly RunState[], { symbols, isPlain }: TerminalLook): Line[] => {
  const names = runs.map(({ run }) => run.identifier ?? run.id)
  const passed = runs.map(({ counts }) => `${counts.passed}/${counts.total} passed`)
  return runs.map(({ run, counts }, at) => [
    { text: `    ${padded(names, at)}` },
    ...(isPlain ? [] : [{ text: '  ' }, ...barIn(counts, symbols)]),
    {
      text: `  ${String(percentDone(counts)).padStart(3)}% done  ${padded(passed, at)}  `,
    },
    { text: oneLine(run.name), fit: 'cut' },
  ])
}

const barIn = (counts: ResultCounts, symbols: Symbols): Cell[] =>
  counts.total > 0 ? barOf(counts, { symbols, width }) : [{ text: ' '.repeat(width) }]

const padded = (all: readonly string[], at: number): string =>
  (all[at] ?? '').padEnd(all.reduce((width, { length }) => Math.max(width, length), 0))

const width = 16
