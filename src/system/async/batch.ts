import { UnauthorizedError } from '../../errors.ts'

/**
 * The results of a batch, each list in the order of the items. `skipped` items were not begun, because the batch was stopped. DECISIONS 302
 */
export type Settled<T, R> = {
  done: { item: T; value: R }[]
  failed: { item: T; error: unknown }[]
  skipped: T[]
}

/**
 * Does the same work for many items, a bounded number at once; one failure does not stop the others. `stop` ends it early: items in
 * progress finish, the rest is skipped. So does an error that all others would meet too (`isFatal`): usually a refused key. DECISIONS 483
 */
export const batch = async <T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  {
    concurrency,
    stop,
    isFatal = (error) => error instanceof UnauthorizedError,
    onSettled,
  }: {
    concurrency: number
    stop?: AbortSignal | undefined
    isFatal?: (error: unknown) => boolean
    onSettled?: (() => void) | undefined
  },
): Promise<Settled<T, R>> => {
  const ends: (Settled<T, R>['done'][number] | Settled<T, R>['failed'][number] | undefined)[] = []
  const queue = items.entries()
  let ended = false
  const worker = async () => {
    for (const [at, item] of queue) {
      if (ended || stop?.aborted) continue
      try {
        ends[at] = { item, value: await work(item) }
      } catch (error) {
        ends[at] = { item, error }
        ended ||= isFatal(error)
      }
      onSettled?.()
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker))
  const settled: Settled<T, R> = { done: [], failed: [], skipped: [] }
  for (const [at, item] of items.entries()) {
    const end = ends[at]
    if (!end) settled.skipped.push(item)
    else if ('value' in end) settled.done.push(end)
    else settled.failed.push(end)
  }
  return settled
}
