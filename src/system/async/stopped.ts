import { type Details, HungUpError, InterruptedError, TerminatedError } from '../../errors.ts'

/**
 * Returns the error for work that was stopped: why, how far it got, and how to go on. A reason other than a signal is returned as it is.
 */
export const stopError = (stop: AbortSignal, message: string, details: Details): Error =>
  signalError(stop, message, details) ?? (stop.reason as Error)

/** Returns the error for Ctrl-C, SIGTERM or SIGHUP; undefined for any other reason. */
export const signalError = (
  { reason }: AbortSignal,
  message: string,
  details?: Details,
): InterruptedError | TerminatedError | undefined => {
  if (reason instanceof InterruptedError) return new InterruptedError(message, details)
  if (reason instanceof HungUpError) return new HungUpError(message, details)
  if (reason instanceof TerminatedError) return new TerminatedError(message, details)
  return undefined
}
