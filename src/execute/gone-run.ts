import type { Api } from '../contract/index.ts'
import { NotFoundError } from '../errors.ts'

/** Tells whether a run was deleted; asked where one of its tests is not there. Several that ask at once ask one time. */
export const watchForDeletion = (api: Api, testRunId: string): (() => Promise<boolean>) => {
  let asking: Promise<boolean> | undefined
  return async () => {
    asking ??= api.tests.list({ testRunId, limit: 1 }).then(
      () => false,
      (error: unknown) => error instanceof NotFoundError,
    )
    const isGone = await asking
    // It may be deleted later.
    if (!isGone) asking = undefined
    return isGone
  }
}
