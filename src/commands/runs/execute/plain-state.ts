import type { RunState } from '../../../runs/status/index.ts'
import type { Line } from '../../../output/cells/line.ts'
import { counted } from '../../../output/text/count.ts'

/** What a run holds, in sentences: the totals, the failed tests by name, and what the gate came to. */
export const plainStateLines = ({ run, counts, tests, verdict }: RunState): Line[] => {
  const { total, passed, failed, inProgress, untested } = counts
  const broken = tests.filter(({ result }) => result === 'failed')
  const more = broken.length - most
  return [
    `Run ${run.identifier ?? run.id} ${run.name}: ${counted(total)}. ${passed} passed, ${failed} failed, ${inProgress} in progress, ${untested} untested.`,
    ...broken.slice(0, most).map(({ identifiers: [identifier], id, name }) => `Failed: ${identifier ?? id} ${name}.`),
    ...(more > 0 ? [`And ${more} more failed.`] : []),
    ...(verdict ? [`The gate is ${verdict.met ? 'met' : `not met: ${verdict.reasons.join('; ')}`}.`] : []),
  ]
}

// As many as somebody listens to.
const most = 20
