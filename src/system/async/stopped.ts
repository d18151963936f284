import { type Details, InterruptedError, TerminatedError } from '../../errors.ts'

/** The error that something which was stopped ends with: why, how far it got, and how to go on. */
export const stoppedWith = ({ reason }: AbortSignal, message: string, details: Details): Error => {
  if (reason instanceof InterruptedError) return new InterruptedError(message, details)
  if (reason instanceof TerminatedError) return new TerminatedError(message, details)
  return reason as Error
}
