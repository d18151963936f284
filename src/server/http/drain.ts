import type http from 'node:http'
import { Server } from 'node:net'

// In milliseconds. A request that has not arrived completely by then was not begun, so it is cut off and does not delay the end.
const longestArrival = 2000

// In milliseconds. On a kept connection, a client may have sent its next request before it learns that the server ends.
const underWay = 100

/** How long a server finishes requests: `timeoutMs` milliseconds, or until `hurry` aborts. */
export type DrainOptions = { timeoutMs: number; hurry?: AbortSignal | undefined }

/**
 * Shuts a server down: it accepts no more connections, and finishes open requests, also those under way on open connections, within
 * `timeoutMs`, or until `hurry` aborts. `dropHalf` cuts off requests that are still arriving. Returns how many requests were cut off.
 * DECISIONS 60, 360, 552
 */
export const drain = (
  server: http.Server,
  { timeoutMs, hurry, inFlight, dropHalf }: DrainOptions & { inFlight: () => number; dropHalf: () => number },
): Promise<number> =>
  new Promise((resolve) => {
    let cut = 0
    const half = setTimeout(() => (cut += dropHalf()), longestArrival)
    const cutOff = () => {
      cut += inFlight()
      server.closeAllConnections()
    }
    const late = setTimeout(cutOff, timeoutMs)
    // An HTTP server's own `close` would close idle connections at once. In Bun it is the only one.
    const { close } = server instanceof Server ? Server.prototype : (server as Server)
    close.call(server, () => {
      clearTimeout(half)
      clearTimeout(late)
      clearTimeout(idle)
      hurry?.removeEventListener('abort', cutOff)
      resolve(cut)
    })
    if (hurry?.aborted) cutOff()
    else hurry?.addEventListener('abort', cutOff)
    // In a process that stood still, the time may be over before the requests are read that came meanwhile: they are read first.
    const idle = setTimeout(() => setImmediate(() => server.closeIdleConnections()), underWay)
  })
