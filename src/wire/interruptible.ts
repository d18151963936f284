import type { Transport } from './message.ts'

/**
 * Lets a signal stop what is under way: reads at once, and a change after it had `grace` milliseconds for its answer.
 * Nothing new begins once the signal is there; its reason is thrown. Sits outside of all other wrappers.
 */
export const interruptible = (
  { stop, grace = 2000 }: { stop: AbortSignal; grace?: number },
  transport: Transport,
): Transport => {
  const underWay = new Set<{ reads: boolean; controller: AbortController }>()
  const end = (which: (one: { reads: boolean }) => boolean) => {
    for (const one of underWay) if (which(one)) one.controller.abort(stop.reason)
  }
  // One listener for all requests: a signal that lives as long as the process would keep one for each.
  stop.addEventListener('abort', () => {
    end(({ reads }) => reads)
    setTimeout(() => end(() => true), grace).unref()
  })
  return async (request) => {
    if (stop.aborted) throw stop.reason
    const one = { reads: request.method === 'GET', controller: new AbortController() }
    underWay.add(one)
    try {
      return await transport({ ...request, signal: one.controller.signal })
    } finally {
      underWay.delete(one)
    }
  }
}
