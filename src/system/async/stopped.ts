import { type Details, HungUpError, InterruptedError, TerminatedError } from '../../errors.ts'

/** The error that something which was stopped ends with: why, how far it got, and how to go on. */
export const stoppedWith = (stop: AbortSignal, message: string, details: Details): Error =>
  signalledWith(stop, message, details) ?? (stop.reason as Error)

/** The error for Ctrl-C, SIGTERM or SIGHUP; undefined if neither stopped it. */
export const signalledWith = (
  { reason }: AbortSignal,
  message: string,
  details?: Details,
): InterruptedError | TerminatedError | undefined => {
  if (reason instanceof InterruptedError) return new InterruptedError(message, details)
  if (reason instanceof HungUpError) return new HungUpError(message, details)
  if (reason instanceof TerminatedError) return new TerminatedError(message, details)
  return undefined
}
