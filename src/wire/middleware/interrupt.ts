import type { Sender } from '../outgoing.ts'
import { createSharedSignal } from './shared-signal.ts'

/**
 * Lets a signal abort requests in flight: reads at once, changes after `grace` milliseconds or when `hurry` aborts. After the signal, new
 * requests reject with its reason. Sits outside all other wrappers except `masked`.
 */
export const interruptible = (
  { stop, hurry, grace = 2000 }: { stop: AbortSignal; hurry?: AbortSignal | undefined; grace?: number },
  transport: Sender,
): Sender => {
  // One signal for all reads and one for all changes: making one for each request would cost a batch a tenth of its time.
  const reads = createSharedSignal()
  const changes = createSharedSignal()
  stop.addEventListener('abort', () => {
    reads.abort(stop.reason)
    setTimeout(() => changes.abort(stop.reason), grace).unref()
  })
  hurry?.addEventListener('abort', () => changes.abort(stop.reason))
  return (request) => {
    if (stop.aborted) return Promise.reject(stop.reason as Error)
    const { signal } = request.method === 'GET' ? reads : changes
    return transport(Object.assign({}, request, { signal }))
  }
}
