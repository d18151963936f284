import { batch, type Settled } from '../batch.ts'
import type { Api } from '../contract/index.ts'
import { UnauthorizedError, UnavailableError } from '../errors.ts'
import type { Planned } from './plan.ts'

/** Sets the results of tests in parallel. A test that cannot be set does not stop the others; a refused key does. */
export const send = (
  api: Api,
  planned: readonly Planned[],
  {
    stop,
    onSettled,
    concurrency = 16,
  }: { stop: AbortSignal; onSettled?: (() => void) | undefined; concurrency?: number },
): Promise<Settled<Planned, unknown>> => {
  let unavailable = 0
  return batch(
    planned,
    async ({ test, to }) => {
      await api.tests.update({ testId: test.id, result: to })
      unavailable = 0
    },
    {
      concurrency,
      stop,
      onSettled,
      isFatal: (error) =>
        error instanceof UnauthorizedError || (error instanceof UnavailableError && ++unavailable >= patience),
    },
  )
}

// A service that failed so often in a row, all attempts included, is gone; each more would only take its timeout.
const patience = 32
