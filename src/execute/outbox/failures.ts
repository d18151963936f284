import {
  ForeignAnswerError,
  PageRefusalError,
  TestctlError,
  UnauthorizedError,
  UnavailableError,
  UnknownOutcomeError,
} from '../../errors.ts'

/** Whether the service is away, behind the page of a proxy, or wants to be left alone: everything waits until it answers again. */
export const isAway = (error: unknown): boolean =>
  error instanceof UnavailableError ||
  error instanceof UnknownOutcomeError ||
  error instanceof ForeignAnswerError ||
  error instanceof PageRefusalError ||
  (error instanceof TestctlError && error.status === 429)

/** Whether something else changes the same at the moment, so that it may go well a little later. */
export const isCollision = (error: unknown): boolean => error instanceof TestctlError && error.status === 409

/** Whether the service refuses one operation and would take others; without a valid key it takes none. */
export const isRefusal = (error: unknown): error is TestctlError =>
  error instanceof TestctlError && !(error instanceof UnauthorizedError)

/** How often one operation is tried that collides. */
export const mostTries = 5

/** Milliseconds from one attempt to the next while the service is away: one, two, five seconds, then ten. */
export const backOff = (failures: number): number => [1000, 2000, 5000][failures - 1] ?? 10_000
