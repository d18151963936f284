import type { RunState } from '../../../runs/status/index.ts'
import type { Line } from '../../../output/cells/line.ts'
import { counted } from '../../../output/text/count.ts'

/** Describes the state of a run in sentences, as for a screen reader: totals, failed tests by name, and the gate. DECISIONS 228 */
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

// More is too much to listen to.
const most = 20
