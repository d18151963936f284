import type { Api } from '../../contract/index.ts'
import { ifFound } from '../../contract/made-changes.ts'
import { NotFoundError, UnauthorizedError } from '../../errors.ts'
import { watchForGoneRun } from '../../runs/gone-run.ts'

/** The error for a run that was deleted while its results were being set or undone. */
export class RunGoneError extends NotFoundError {
  constructor(cause: NotFoundError) {
    super('the test run is not there any more', { hint: anew, status: cause.status, cause })
  }
}

/** The hint for a deleted run: nothing can be sent to it. */
export const anew = 'the run was deleted: submit the reports again, to another run or with --name to a new one'

/** Whether one of these errors says that the run is gone. */
export const isRunGone = (errors: readonly unknown[]): boolean => errors.some((error) => error instanceof RunGoneError)

/** Whether every further request for a test of the run would fail as well. */
export const failsEveryRequest = (error: unknown): boolean =>
  error instanceof UnauthorizedError || error instanceof RunGoneError

/**
 * Returns a function that explains why a request for a test of a run failed: a 404 becomes a RunGoneError if the run is gone. It asks the
 * service about the run only once per 100 missing tests.
 */
export const asRunGone = (api: Api, run: string): ((error: unknown) => Promise<unknown>) => {
  const runIsGone = watchForGoneRun(api, run, { every: 100 })
  return async (error) => (error instanceof NotFoundError && (await runIsGone()) ? new RunGoneError(error) : error)
}

/**
 * Throws the reason why the tests of a run were not found: a RunGoneError if the run has no known identifier, or if that
 * leads to no run, or to another one now; otherwise a NotFoundError, because the run exists. Rethrows any other `error`.
 * DECISIONS 304
 */
export const lookUpRun = async (
  api: Api,
  { id, identifier }: { id: string; identifier: string | undefined },
  error: unknown,
): Promise<never> => {
  if (!(error instanceof NotFoundError)) throw error
  const found = identifier === undefined ? undefined : await ifFound(api.runs.get({ identifier }))
  if (found?.testRun.id !== id) throw new RunGoneError(error)
  throw new NotFoundError(`the run ${identifier} exists, but its tests cannot be found: ${error.message}`, {
    hint: `testctl tests list ${identifier}`,
    status: error.status,
    cause: error,
  })
}
