import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How many connections may be open, in all and from one address; `onSurplus` hears of those beyond. */
export type ConnectionLimits = { most: number; perAddress: number; onSurplus: (address: string) => void }

/**
 * Keeps the number of connections within limits. Gives what tells whether one is beyond them: it gets an answer that says
 * so, if it asks soon, and is closed. Behind a trusted proxy all come from one address, which therefore may have them all.
 */
export const capConnections = (
  server: Server,
  { trustProxy, most = 2000, perAddress = 1000, onSurplus }: Partial<ConnectionLimits> & { trustProxy: boolean },
): ((socket: Socket) => boolean) => {
  const surplus = new WeakSet<Socket>()
  const open = new Map<string, number>()
  let all = 0
  // Beyond these not even a refusal is sent.
  server.maxConnections = most + 500
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const here = (open.get(address) ?? 0) + 1
    all += 1
    open.set(address, here)
    socket.once('close', () => {
      all -= 1
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
    // Those who only wait for a next request make room for those who have one.
    if (all > most) server.closeIdleConnections()
    if (all <= most && (trustProxy || here <= perAddress)) return
    surplus.add(socket)
    onSurplus?.(address)
    const end = setTimeout(() => socket.destroy(), 2000)
    socket.once('close', () => clearTimeout(end))
  })
  return (socket) => surplus.has(socket)
}
