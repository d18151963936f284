import type { Opened } from '../engine.ts'
import type { Options } from '../engine.ts'
import { parsePostgresAddress } from './address.ts'
import { createConnection } from './connection.ts'
import { loadDriver } from './session.ts'
import { explainPostgresOpening } from './errors.ts'
import { createReadConnection, createWriteConnection } from './transactions.ts'
import { preparePostgres } from './prepare.ts'

/** Opens a store in a PostgreSQL: one connection on which is written, and some on which is read. */
export const openPostgres = async (
  address: string,
  { timeoutMs = 10_000, readers = 4, stop }: Options,
): Promise<Opened> => {
  const base = parsePostgresAddress(address)
  const driver = await loadDriver()
  const connect = () => createConnection(driver, base, { timeoutMs })
  const connection = connect()
  try {
    await Promise.race([stopped(stop), connection.connect()])
    await preparePostgres(connection, base)
  } catch (error) {
    await connection.close()
    if (stop?.aborted) throw stop.reason
    throw explainPostgresOpening(error, base)
  }
  const reading = Array.from({ length: readers }, () => createReadConnection(connect(), base))
  return { connections: [createWriteConnection(connection, base, { timeoutMs }), ...reading], label: base.label }
}

const stopped = (stop: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => stop?.addEventListener('abort', () => reject(stop.reason as Error), { once: true }))
