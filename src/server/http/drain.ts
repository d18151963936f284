import type http from 'node:http'
import { Server } from 'node:net'

// A request that has not arrived completely by then was not begun, and does not delay the end. In milliseconds.
const longestArrival = 2000

// Clients that keep a connection have sent the next request before they hear of the end.
const underWay = 100

/**
 * Ends a server: it accepts no more connections, and finishes its open requests, and those under way to it on open connections, within a
 * time limit. `dropHalf` cuts off those that are still arriving. Returns how many were cut off. DECISIONS 60, 360
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
    // That of an HTTP server would close idle connections at once. In Bun there is no other.
    const { close } = server instanceof Server ? Server.prototype : (server as Server)
    close.call(server, () => {
      clearTimeout(half)
      clearTimeout(late)
      clearTimeout(idle)
      resolve(cut)
    })
    const idle = setTimeout(() => server.closeIdleConnections(), underWay)
  })
