/** The exit codes of testctl. Scripts depend on these numbers; PROMISES, "Exit codes". */
export const exitCodes = {
  done: 0,
  bug: 1,
  usage: 2,
  notFound: 3,
  unauthorized: 4,
  rejected: 5,
  unavailable: 6,
  partial: 7,
  gate: 8,
  unknown: 9,
  hungUp: 129,
  interrupted: 130,
  closed: 141,
  terminated: 143,
} as const

export type Details = {
  /** What to do next: a command to type, or a short advice. */
  hint?: string | undefined
  /** The HTTP status that the service answered, if there was one. */
  status?: number | undefined
  /** The fields that were not accepted, as the service or the contract names them. */
  issues?: readonly Issue[] | undefined
  cause?: unknown
}

/** A single fault in a request or a response: its path, and what is wrong. */
export type Issue = { path: string; message: string }

/** A failure that testctl understands: it has an exit code, a stable code word and a next step. */
export abstract class TestctlError extends Error {
  abstract readonly exitCode: number
  abstract readonly code: string
  readonly hint: string | undefined
  readonly status: number | undefined
  readonly issues: readonly Issue[] | undefined

  constructor(message: string, { hint, status, issues, cause }: Details = {}) {
    super(message, { cause })
    this.name = new.target.name
    this.hint = hint
    this.status = status
    this.issues = issues
  }

  /** Everything but the message, for an error that replaces this one. */
  get details(): Details {
    const { hint, status, issues } = this
    return { hint, status, issues, cause: this }
  }
}

/** The command line, or a file that it names, cannot be used; nothing was sent. */
export class UsageError extends TestctlError {
  override readonly exitCode = exitCodes.usage
  override readonly code = 'usage'
}

/** The service does not have what was asked for (404). */
export class NotFoundError extends TestctlError {
  override readonly exitCode = exitCodes.notFound
  override readonly code = 'not_found'
}

/** No key, or the service refused it (401, 403). */
export class UnauthorizedError extends TestctlError {
  override readonly exitCode = exitCodes.unauthorized
  override readonly code = 'unauthorized'
}

/** A 401 or 403 with a web page: that of a proxy, or of a service that protects itself in this way. DECISIONS 349 */
export class PageRefusalError extends UnauthorizedError {}

/** The service understood and said no (any other 4xx): the request was not applied. */
export class RejectedError extends TestctlError {
  override readonly exitCode = exitCodes.rejected
  override readonly code = 'rejected'
}

/** The resource has changed since the update was computed from it (412): the update was not applied. DECISIONS 421 */
export class ChangedMeanwhileError extends RejectedError {}

/** The service gave an answer that its interface does not have. */
export class InterfaceError extends TestctlError {
  override readonly exitCode = exitCodes.rejected
  override readonly code = 'outside_interface'
}

/**
 * A proxy answered in place of the service: with a page, a redirect, half an answer or none. A command that has had an answer from the
 * service before waits for it, as in an outage. DECISIONS 349
 */
export class ForeignAnswerError extends InterfaceError {}

/** A run repeatedly has more tests than its list: another process may be adding and removing some. DECISIONS 429 */
export class ShortListError extends InterfaceError {}

/**
 * A change was made, as the status (200, 201, 204) or the answer says, but the answer is empty or outside the interface.
 * Report the change as done, and never repeat it because of this error. DECISIONS 292
 */
export class AppliedError extends InterfaceError {}

/** The service or the network failed, after all the attempts that are safe. */
export class UnavailableError extends TestctlError {
  override readonly exitCode = exitCodes.unavailable
  override readonly code = 'unavailable'
}

/**
 * A change that may be repeated was sent, and no whole answer came, or one that may be from a proxy: the change may or may not have been
 * made, and it is safe to run it again. Has the exit code and the code word of any other failure of the service. DECISIONS 291, 307
 */
export class UnconfirmedError extends UnavailableError {}

/** Some items of a batch were done and some were not; the message says which. */
export class PartialError extends TestctlError {
  override readonly exitCode = exitCodes.partial
  override readonly code = 'partial'
}

/** Returns the message of anything that was thrown. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The command succeeded, but the results do not meet the condition; the message says which. */
export class GateError extends TestctlError {
  override readonly exitCode = exitCodes.gate
  override readonly code = 'gate'
}

/** A create, or another change that must not be made twice, was sent and no whole answer came: it may or may not have happened. */
export class UnknownOutcomeError extends TestctlError {
  override readonly exitCode = exitCodes.unknown
  override readonly code = 'unknown_outcome'
}

/** Whether a change may have been made, because no clear answer came. */
export const mayBeDone = (error: unknown): boolean =>
  error instanceof UnconfirmedError || error instanceof UnknownOutcomeError

/** Whether a change may have been made, or was made, in spite of the error: look for it before you send it again. */
export const mayBeThere = (error: unknown): error is UnknownOutcomeError | AppliedError =>
  error instanceof UnknownOutcomeError || error instanceof AppliedError

/** Returns the error for a change that must not be made twice: if unconfirmed, its outcome is unknown. DECISIONS 423 */
export const unknownIfUnconfirmed = (error: unknown): unknown =>
  error instanceof UnconfirmedError ? new UnknownOutcomeError(error.message, error.details) : error

/** Adds the command line that shows what is there, if it is known, to an error of `mayBeThere`; others stay unchanged. DECISIONS 292 */
export const withLookup = (error: unknown, line: string | undefined): unknown => {
  if (line === undefined || !mayBeThere(error)) return error
  return reworded(error, error.message, `look first: ${line}`)
}

/** Returns an error of the same kind with another message and hint. */
export const reworded = (error: TestctlError, message: string, hint: string | undefined): TestctlError => {
  const Kind = error.constructor as new (message: string, details: Details) => TestctlError
  return new Kind(message, { ...error.details, hint })
}

/** Ctrl-C. */
export class InterruptedError extends TestctlError {
  override readonly exitCode = exitCodes.interrupted
  override readonly code = 'interrupted'
}

/** SIGTERM. */
export class TerminatedError extends TestctlError {
  override readonly exitCode: number = exitCodes.terminated
  override readonly code: string = 'terminated'
}

/** SIGHUP: the terminal was closed, or a connection to it. Ends as SIGTERM does. DECISIONS 325 */
export class HungUpError extends TerminatedError {
  override readonly exitCode = exitCodes.hungUp
  override readonly code = 'hung_up'
}

/** The reader of stdout has closed it. Ends quietly. */
export class OutputClosedError extends TestctlError {
  override readonly exitCode = exitCodes.closed
  override readonly code = 'output_closed'
}

/**
 * The command that `exec` ran has failed, and testctl ends with its exit code. Without a message nothing is printed: the command
 * has already reported what happened.
 */
export class CommandError extends TestctlError {
  override readonly exitCode: number
  override readonly code = 'command_failed'

  constructor(exitCode: number, message = '', details: Details = {}) {
    super(message, details)
    this.exitCode = exitCode
  }
}
