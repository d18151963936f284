import { phraseOf } from '../../../contract/vocabulary.ts'
import { GateError } from '../../../errors.ts'
import type { Gate, Verdict } from '../../../runs/status/gate.ts'
import type { RunState } from '../../../runs/status/index.ts'
import type { ResultCounts } from '../../../runs/status/counts.ts'
import type { NamedRun } from '../../../runs/line-parts.ts'
import { counted } from '../../../output/text/count.ts'
import { runHandle } from '../../shared/runs/find.ts'
import { gateErrorOf } from '../../shared/runs/gate-error.ts'

/** How a run was waited for: the gate, how to judge by it, and how long, as it was typed. */
export type WaitTerms = {
  gate: Gate | undefined
  judge: (counts: ResultCounts, gate: Gate) => Verdict
  isOver: (counts: ResultCounts) => boolean
  timeout: string
}

/** A run that was waited for, with the verdict on it, and the error to end with where that is not good. */
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

/** The error for a run that could not be seen any more when time was up. */
export const unreachedError = (run: NamedRun, seen: ResultCounts, timeout: string): GateError =>
  new GateError(`${runHandle(run)} was last seen with ${openOf(seen, timeout)}`, {
    hint: 'the service could not be reached at the end; run it again',
  })

/** The warning about looks at the run that failed. */
export const tellMissed = (missed: readonly Pick<Error, 'message'>[]): string =>
  `${counted(missed.length, 'look')} at the run failed, the last: ${missed.at(-1)?.message}`

/** At the deadline the first tests that are open are named. */
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

/** A duration as it was typed; a number alone is seconds. */
export const withUnit = (typed: string): string => (/^[\d.]+$/.test(typed) ? `${typed}s` : typed)

const openOf = ({ total, untested, inProgress }: ResultCounts, typed: string): string => {
  const timeout = withUnit(typed)
  if (total === 0) return `no tests after ${timeout}`
  const open = [untested > 0 ? `${untested} untested` : [], inProgress > 0 ? `${inProgress} in progress` : []].flat()
  return `${counted(untested + inProgress, 'test')} still open after ${timeout}: ${open.join(', ')}`
}
