import { GateError } from '../../../errors.ts'
import type { Verdict } from '../../../runs/status/gate.ts'
import type { RunState } from '../../../runs/status/index.ts'
import type { NamedRun } from '../../../runs/line-parts.ts'
import { runHandle } from './find.ts'

/** Returns the error (exit code 8) for a run or a milestone that does not meet its gate; undefined if it does, or has no gate. */
export const gateErrorFor = (subject: NamedRun, verdict: Verdict | undefined, hint: string): GateError | undefined =>
  verdict && !verdict.met
    ? new GateError(`the gate of ${runHandle(subject)} is not met: ${verdict.reasons.join('; ')}`, { hint })
    : undefined

/** Returns the error of `gateErrorFor` for a run; its hint is the command that lists the tests in question. */
export const gateErrorOf = ({ run, counts, verdict }: RunState): GateError | undefined => {
  const open = counts.untested > 0 ? 'untested' : 'inProgress'
  const list = `testctl tests list ${runHandle(run)}`
  const hint = counts.total === 0 ? list : `${list} --result ${counts.failed > 0 ? 'failed' : open}`
  return gateErrorFor(run, verdict, hint)
}
