import { Socket } from 'node:net'
import type { Client } from 'pg'

/** The part of a driver's client that identifies its session to the server, once it is connected. */
export type Cancellable = Pick<Client, 'host' | 'port'> & { processID?: number | null; secretKey?: number | null }

/**
 * Asks a server to cancel the statement of a session, on a connection of its own, as PostgreSQL requires. Resolves when the server has
 * read the request, or after `longest` milliseconds: a server that hangs reads it when it continues. `address` is the IP address of the
 * session, undefined for a Unix socket. DECISIONS 536
 */
export const askToCancel = (client: Cancellable, address: string | undefined, longest = 100): Promise<void> =>
  new Promise((resolve) => {
    const { host, port, processID, secretKey } = client
    if (processID == null || secretKey == null) return resolve()
    const line = host.startsWith('/')
      ? new Socket().connect(`${host}/.s.PGSQL.${port}`)
      : new Socket().connect(port, address ?? host)
    const end = (): void => {
      clearTimeout(late)
      resolve()
    }
    // In a process that stood still, the time may be over before the request is sent: it is sent first.
    const late = setTimeout(() => setImmediate(() => line.destroy()), longest)
    const request = Buffer.alloc(16)
    ;[request.length, cancelRequest, processID, secretKey].forEach((word, at) => request.writeInt32BE(word, at * 4))
    line.on('error', end)
    line.on('close', end)
    // The server ends the connection, not this side: a pooler ignores the request of a client that has already left.
    line.write(request)
    line.unref()
  })

const cancelRequest = 80_877_102
