/**
 * The outcome of a request without a complete answer (PROMISES, "Requests"): it never reached the service, or it may have.
 * (The third outcome, applied, is a response.)
 */
export type RequestOutcome = 'not applied' | 'unknown'

/**
 * Thrown if no complete response came. `transient` says whether trying again later may help; `code` is the error code, such as the
 * system's. If the wait was aborted (a deadline, Ctrl-C), `cause` is the signal's reason.
 */
export class TransportError extends Error {
  override readonly name = 'TransportError'
  readonly outcome: RequestOutcome
  readonly transient: boolean
  readonly code: string
  readonly hint: string | undefined

  constructor(
    message: string,
    details: { outcome: RequestOutcome; transient: boolean; code: string; hint?: string | undefined; cause?: unknown },
  ) {
    super(message, { cause: details.cause })
    this.outcome = details.outcome
    this.transient = details.transient
    this.code = details.code
    this.hint = details.hint
  }
}

/**
 * Returns the error for a change if one attempt got no complete answer, and a later one does not settle the outcome. `why` is how the later
 * one ended.
 */
export const stillUnknown = (why: string, details: { transient?: boolean; cause?: unknown } = {}): TransportError =>
  new TransportError(`got no clear answer, and sent again: ${why}`, {
    outcome: 'unknown',
    transient: details.transient ?? false,
    code: 'STILL_UNKNOWN',
    cause: details.cause,
  })
