/** How a testctl process ends. Scripts depend on these numbers; PROMISES, "Exit codes". */
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
  /** The HTTP status that the service answered, where there was one. */
  status?: number | undefined
  /** The fields that were not accepted, as the service or the contract names them. */
  issues?: readonly Issue[] | undefined
  cause?: unknown
}

/** One thing that is wrong with a request or a response: where, and what. */
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

  /** All but the message, for an error that takes the place of this one. */
  get details(): Details {
    const { hint, status, issues } = this
    return { hint, status, issues, cause: this }
  }
}

/** What was typed, or a file that was named, cannot be used; nothing was sent. */
export class UsageError extends TestctlError {
  override readonly exitCode = exitCodes.usage
  override readonly code = 'usage'
}

/** There is no such thing in the service (404). */
export class NotFoundError extends TestctlError {
  override readonly exitCode = exitCodes.notFound
  override readonly code = 'not_found'
}

/** No key, or the service refused it (401, 403). */
export class UnauthorizedError extends TestctlError {
  override readonly exitCode = exitCodes.unauthorized
  override readonly code = 'unauthorized'
}

/** The same, said by a page: that of a proxy, or of a service that guards itself so. DECISIONS 349 */
export class PageRefusalError extends UnauthorizedError {}

/** The service understood and said no (any other 4xx): the request was not applied. */
export class RejectedError extends TestctlError {
  override readonly exitCode = exitCodes.rejected
  override readonly code = 'rejected'
}

/** Something else is there than what the update was computed from (412): it was not applied. DECISIONS 421 */
export class ChangedMeanwhileError extends RejectedError {}

/** The service answered something that its interface does not have. */
export class InterfaceError extends TestctlError {
  override readonly exitCode = exitCodes.rejected
  override readonly code = 'outside_interface'
}

/**
 * A proxy answered in place of the service: with a page, a redirect, half an answer or none. A command that has heard from the
 * service before waits for it, as for one that is away. DECISIONS 349
 */
export class ForeignAnswerError extends InterfaceError {}

/** A run has more tests than its list, again and again: another process may add and remove some just then. DECISIONS 429 */
export class ShortListError extends InterfaceError {}

/**
 * A change was made, as the service said with its status (200, 201, 204) or its answer, which cannot be read: it is empty, or outside
 * the interface. To be told as done, and never to be repeated for it. DECISIONS 292
 */
export class AppliedError extends InterfaceError {}

/** The service or the network failed, after all the attempts that are safe. */
export class UnavailableError extends TestctlError {
  override readonly exitCode = exitCodes.unavailable
  override readonly code = 'unavailable'
}

/**
 * A change that may be repeated was sent, and no whole answer came, or one that may be that of a proxy: it may or may not have happened,
 * and to run it again is safe. It has the exit code and the code word of any other failure of the service. DECISIONS 291, 307
 */
export class UnconfirmedError extends UnavailableError {}

/** Some items of a batch were done and some were not; the message says which. */
export class PartialError extends TestctlError {
  override readonly exitCode = exitCodes.partial
  override readonly code = 'partial'
}

/** What an error says, of anything that was thrown. */
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

/** Whether what was sent may have been done: no clear answer came. */
export const mayBeDone = (error: unknown): boolean =>
  error instanceof UnconfirmedError || error instanceof UnknownOutcomeError

/** Whether what was sent may be there in spite of the error: to be looked for, before it is sent again. */
export const mayBeThere = (error: unknown): error is UnknownOutcomeError | AppliedError =>
  error instanceof UnknownOutcomeError || error instanceof AppliedError

/** The error for a change that must not be made twice: one whose outcome is not known is to be looked for first. DECISIONS 423 */
export const unknownIfUnconfirmed = (error: unknown): unknown =>
  error instanceof UnconfirmedError ? new UnknownOutcomeError(error.message, error.details) : error

/** Such an error with the line that shows what is there, where that is known; any other as it is. DECISIONS 292 */
export const lookedUpBy = (error: unknown, line: string | undefined): unknown => {
  if (line === undefined || !mayBeThere(error)) return error
  return reworded(error, error.message, `look first: ${line}`)
}

/** An error of the same kind, with another message and hint. */
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
 * The command that `exec` ran has failed, and testctl ends as it did. Without a message nothing is printed: the command
 * has said itself what happened.
 */
export class CommandError extends TestctlError {
  override readonly exitCode: number
  override readonly code = 'command_failed'

  constructor(exitCode: number, message = '', details: Details = {}) {
    super(message, details)
    this.exitCode = exitCode
  }
}
