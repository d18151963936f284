import type http from 'node:http'

// A request that has not arrived completely by then was not begun, and does not delay the end. In milliseconds.
const longestArrival = 2000

/**
 * Ends a server: it accepts no more, and finishes its open requests for at most so many milliseconds. `dropHalf` cuts off those that are
 * still arriving. Returns how many were cut off. DECISIONS 60
 */
export const drain = (
  server: http.Server,
  { timeoutMs, inFlight, dropHalf }: { timeoutMs: number; inFlight: () => number; dropHalf: () => number },
): Promise<number> =>
  new Promise((resolve) => {
    let cut = 0
    const half = setTimeout(() => (cut += dropHalf()), longestArrival)
    const late = setTimeout(() => {
      cut += inFlight()
      server.closeAllConnections()
    }, timeoutMs)
    server.close(() => {
      clearTimeout(half)
      clearTimeout(late)
      resolve(cut)
    })
    server.closeIdleConnections()
  })
