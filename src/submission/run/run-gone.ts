import type { Api } from '../../contract/index.ts'
import { NotFoundError, UnauthorizedError } from '../../errors.ts'

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

/** Makes `watchForGoneRun` ask the service about the run only once per this many missing tests. */
export const amongTests = { every: 100 }

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
  const found = identifier === undefined ? undefined : await idOf(api, identifier)
  if (found !== id) throw new RunGoneError(error)
  throw new NotFoundError(`the run ${identifier} exists, but its tests cannot be found: ${error.message}`, {
    hint: `testctl tests list ${identifier}`,
    status: error.status,
    cause: error,
  })
}

const idOf = async (api: Api, identifier: string): Promise<string | undefined> =>
  api.runs.get({ identifier }).then(
    ({ testRun }) => testRun.id,
    (error: unknown) => {
      if (error instanceof NotFoundError) return undefined
      throw error
    },
  )
