import { phraseOf } from '../../../contract/vocabulary.ts'
import { GateError } from '../../../errors.ts'
import type { Gate, Verdict } from '../../../runs/status/gate.ts'
import type { RunState } from '../../../runs/status/index.ts'
import type { ResultCounts } from '../../../runs/status/counts.ts'
import type { NamedRun } from '../../../runs/line-parts.ts'
import { counted } from '../../../output/text/count.ts'
import { runHandle } from '../../shared/runs/find.ts'
import { gateErrorOf } from '../../shared/runs/gate-error.ts'

/** The terms of a wait: the gate, the functions that judge the counts, and the timeout as it was typed. */
export type WaitTerms = {
  gate: Gate | undefined
  judge: (counts: ResultCounts, gate: Gate) => Verdict
  isOver: (counts: ResultCounts) => boolean
  timeout: string
}

/** Judges a run after the wait. Returns it with its verdict, and the error to end with if tests are open or the gate is not met. */
export const judgeEnd = (
  state: RunState,
  { gate, judge, isOver, timeout }: WaitTerms,
): { judged: RunState; error: GateError | undefined } => {
  const verdict = gate && judge(state.counts, gate)
  if (isOver(state.counts)) {
    const judged = { ...state, verdict }
    return { judged, error: gateErrorOf(judged) }
  }
  const alone = state.counts.total === 0 ? [] : verdict?.reasons
  const reasons = [openOf(state.counts, timeout), ...(alone ?? [])]
  const judged = { ...state, verdict: { met: false, reasons } }
  return { judged, error: lateError(judged) }
}

/** Returns the error for a run that could no longer be read when the time was up. */
export const unreachedError = (run: NamedRun, seen: ResultCounts, timeout: string): GateError =>
  new GateError(`${runHandle(run)} was last seen with ${openOf(seen, timeout)}`, {
    hint: 'the service could not be reached at the end; run it again',
  })

/** Returns the warning about polls that failed. */
export const missedPollsWarning = (missed: readonly Pick<Error, 'message'>[]): string =>
  `${counted(missed.length, 'look')} at the run failed, the last: ${missed.at(-1)?.message}`

/** Returns the error for a timeout, which names the first 20 open tests. */
const lateError = ({ run, tests, verdict }: RunState): GateError => {
  const open = tests.filter(({ result }) => result === 'untested' || result === 'inProgress')
  return new GateError(`${runHandle(run)} is not done: ${verdict?.reasons.join('; ')}`, {
    hint: `testctl tests list ${runHandle(run)}${open[0] ? ` --result ${open[0].result}` : ''}`,
    issues: open.slice(0, 20).map(({ identifiers: [identifier], id, name, result }) => ({
      path: identifier ?? id,
      message: `${name} (${phraseOf[result]})`,
    })),
  })
}

/** Returns a duration as it was typed; adds the unit to a bare number, which is in seconds. */
export const withUnit = (typed: string): string => (/^[\d.]+$/.test(typed) ? `${typed}s` : typed)

const openOf = ({ total, untested, inProgress }: ResultCounts, typed: string): string => {
  const timeout = withUnit(typed)
  if (total === 0) return `no tests after ${timeout}`
  const open = [untested > 0 ? `${untested} untested` : [], inProgress > 0 ? `${inProgress} in progress` : []].flat()
  return `${counted(untested + inProgress, 'test')} still open after ${timeout}: ${open.join(', ')}`
}
