import { InterruptedError, TerminatedError } from '../errors.ts'

/** The reason to stop, with what was done until then. */
export const stoppedWith = ({ reason }: AbortSignal, said: string): Error => {
  if (reason instanceof InterruptedError) return new InterruptedError(said, { hint: goOn })
  if (reason instanceof TerminatedError) return new TerminatedError(said, { hint: goOn })
  return reason
}
export const goOn = 'the same command, or testctl runs submit --resume, sends what is missing'
