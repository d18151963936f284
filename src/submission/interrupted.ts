import { InterruptedError, TerminatedError } from '../errors.ts'

/** The reason to stop, with what was done until then. */
export const stoppedWith = ({ reason }: AbortSignal, done: string): Error => {
  if (reason instanceof InterruptedError) return new InterruptedError(done, { hint: goOn })
  if (reason instanceof TerminatedError) return new TerminatedError(done, { hint: goOn })
  return reason
}
export const goOn = 'to finish, run the same command again, or testctl runs submit --resume'
