import type { Api } from '../contract/index.ts'
import { NotFoundError } from '../errors.ts'

/**
 * Returns a function that says whether a run was deleted, to be called if one of its tests is missing. Only one in
 * `every` calls asks the service, none does once the run is gone, and calls at the same time share one request.
 */
export const watchForGoneRun = (api: Api, testRunId: string, { every = 1 } = {}): (() => Promise<boolean>) => {
  let calls = 0
  let mayAsk = true
  let answer = Promise.resolve(false)
  const ask = async (): Promise<boolean> => {
    mayAsk = false
    const isGone = await api.tests.list({ testRunId, limit: 1 }).then(
      () => false,
      (error: unknown) => error instanceof NotFoundError,
    )
    // It may be deleted later.
    mayAsk = !isGone
    return isGone
  }
  return () => {
    if (calls++ % every === 0 && mayAsk) answer = ask()
    return answer
  }
}
