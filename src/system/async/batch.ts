/** What became of the items of a batch. `skipped` were not begun, because the batch was told to stop. */
export type Settled<T, R> = {
  done: { item: T; value: R }[]
  failed: { item: T; error: unknown }[]
  skipped: T[]
}

/**
 * Does the same to many items, a bounded number at once; one that fails does not stop the others.
 * `stop` ends it early: what is in flight is waited for, the rest is skipped. So does `isFatal` for an error that all
 * others would meet too (a refused key).
 */
export const batch = async <T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  options: {
    concurrency: number
    stop?: AbortSignal | undefined
    isFatal?: (error: unknown) => boolean
    onSettled?: (() => void) | undefined
  },
): Promise<Settled<T, R>> => {
  const settled: Settled<T, R> = { done: [], failed: [], skipped: [] }
  const queue = items.values()
  let ended = false
  const worker = async () => {
    for (const item of queue) {
      if (ended || options.stop?.aborted) {
        settled.skipped.push(item)
        continue
      }
      try {
        settled.done.push({ item, value: await work(item) })
      } catch (error) {
        settled.failed.push({ item, error })
        ended ||= options.isFatal?.(error) ?? false
      }
      options.onSettled?.()
    }
  }
  await Promise.all(Array.from({ length: Math.min(options.concurrency, items.length) }, worker))
  return settled
}
