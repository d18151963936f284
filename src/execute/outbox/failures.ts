import {
  ForeignAnswerError,
  PageRefusalError,
  TestctlError,
  UnauthorizedError,
  UnavailableError,
  UnknownOutcomeError,
} from '../../errors.ts'

/** Whether the service is away, hidden by a page of a proxy, or limits the rate (429): everything waits until it answers again. */
export const isAway = (error: unknown): boolean =>
  error instanceof UnavailableError ||
  error instanceof UnknownOutcomeError ||
  error instanceof ForeignAnswerError ||
  error instanceof PageRefusalError ||
  (error instanceof TestctlError && error.status === 429)

/** Whether another change of the same thing is under way (409), so that a retry may succeed a little later. */
export const isCollision = (error: unknown): boolean => error instanceof TestctlError && error.status === 409

/** Whether the service refuses only this operation, and not the key, without which it takes none. */
export const isRefusal = (error: unknown): error is TestctlError =>
  error instanceof TestctlError && !(error instanceof UnauthorizedError)

/** The most attempts of an operation that collides. */
export const mostTries = 5

/** Milliseconds from one attempt to the next while the service is away: one, two, five seconds, then ten. */
export const backOff = (failures: number): number => [1000, 2000, 5000][failures - 1] ?? 10_000
