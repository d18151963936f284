import type { Cell } from '../output/cells.ts'
import type { Line } from '../output/line.ts'
import type { Symbols } from '../output/symbols.ts'
import { barOf } from './bar.ts'
import { counted } from './count.ts'
import { holderLines } from './holderlines.ts'
import { holdersOf } from './holders.ts'
import type { MilestoneState } from './milestone.ts'
import { type Look, section, titleOf } from './naming.ts'
import { readinessOf } from './readiness.ts'
import type { State } from './state.ts'
import { doneOf, stateLines } from './statelines.ts'

/** What a milestone holds, for a terminal: whether it is ready, all counts together, each run, and what is left to do. */
export const milestoneLines = (state: MilestoneState, look: Look & { symbols: Symbols }): Line[] => {
  const { ready, reasons, steps } = readinessOf(state)
  const [title = '', ...counts] = stateLines(state, look)
  const sentence: Cell = ready
    ? {
        text: `  ready: ${state.counts.total === 1 ? 'its test has' : `all ${counted(state.counts.total)} have`} passed`,
        tone: 'passed',
      }
    : { text: `  not ready: ${reasons.join(', ')}`, tone: 'failed' }
  return [
    title,
    [sentence],
    ...counts,
    ...section('runs', runLines(state.runs, look)),
    ...section('open tests', holderLines(holdersOf(state.tests), look)),
    ...section(
      'until it is ready',
      steps.map((step) => `    ${step}`),
    ),
  ]
}

/** `WEB-R7  ✓✓✓✓✗✗--   83% done  10/12 passed  Nightly` */
const runLines = (runs: readonly State[], { symbols }: { symbols: Symbols }): Line[] => {
  const names = runs.map(({ run }) => run.identifier ?? run.id)
  const passed = runs.map(({ counts }) => `${counts.passed}/${counts.total} passed`)
  return runs.map(({ run, counts }, at) => [
    { text: `    ${padded(names, at)}  ` },
    ...(counts.total > 0 ? barOf(counts, { symbols, width }) : [{ text: ' '.repeat(width) }]),
    {
      text: `  ${String(doneOf(counts)).padStart(3)}% done  ${padded(passed, at)}  ${titleOf({ id: '', name: run.name })}`,
    },
  ])
}

const padded = (all: readonly string[], at: number): string =>
  (all[at] ?? '').padEnd(all.reduce((width, { length }) => Math.max(width, length), 0))

const width = 16
