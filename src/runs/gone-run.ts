import type { Api } from '../contract/index.ts'
import { NotFoundError } from '../errors.ts'

/**
 * Tells whether a run was deleted; asked where one of its tests is not there. The service is asked by the first of so many
 * (`every`) alone, and by none once the run is gone; several that ask at once ask one time.
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
