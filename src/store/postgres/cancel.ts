import { Socket } from 'node:net'
import type { Client } from 'pg'

/** The session of a driver's client, by which its server knows it, once it is made. */
export type Cancellable = Pick<Client, 'host' | 'port'> & { processID?: number | null; secretKey?: number | null }

/**
 * Asks a server to give up the statement of a session, on a connection of its own, as PostgreSQL wants it. Resolves when the server has
 * read that, or after `longest` milliseconds: one that hangs hears it when it goes on. `address` is where the session leads, undefined for
 * a socket in a folder. DECISIONS 536
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
    const late = setTimeout(() => line.destroy(), longest)
    const request = Buffer.alloc(16)
    ;[request.length, cancelRequest, processID, secretKey].forEach((word, at) => request.writeInt32BE(word, at * 4))
    line.on('error', end)
    line.on('close', end)
    // Not ended here: PostgreSQL ends it, and a pooler takes no request of one who has left.
    line.write(request)
    line.unref()
  })

const cancelRequest = 80_877_102
