import type { StandbyState, Standbys } from '../../store/standbys/index.ts'
import type { Log } from './log.ts'

/** The part of the standbys that a server reports. */
export type ObservedStandbys = Pick<Standbys, 'states' | 'onChange' | 'counts'>

/** Logs each change of a standby: that it answers reads, or that the primary answers in its place, and why. */
export const logStandbys = ({ onChange }: ObservedStandbys, log: Log): void =>
  onChange(({ label, problem }: StandbyState) => {
    if (!problem) return log.info({ standby: label, reads: 'standby' })
    const { cause } = problem
    log.warn({
      standby: label,
      reads: 'primary',
      problem: problem.message,
      ...(cause instanceof Error && { error: { message: cause.message } }),
    })
  })

/** Returns a line for each standby that does not answer reads. The text is public, so it names no server. DECISIONS 62 */
export const remarkOn = ({ states }: ObservedStandbys): string =>
  states()
    .flatMap(({ problem }, at) => (problem ? [`standby ${at + 1} is not used: ${problem.message}\n`] : []))
    .join('')
