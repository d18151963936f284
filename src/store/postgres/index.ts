import type { Opened, Options } from '../engine.ts'
import { createGroupCommit } from '../group-commit.ts'
import { parsePostgresAddress } from './address.ts'
import { createConnection } from './connection.ts'
import { createKnownStore } from './known-store.ts'
import { answerLimit, hangUpAfter, loadDriver } from './session.ts'
import { examineEngine } from './engine-report.ts'
import { explainPostgresError, explainPostgresOpening } from './errors.ts'
import { createReadConnection } from './read-transactions.ts'
import { createWriteConnection } from './write-transactions.ts'
import { preparePostgres, readIdentity } from './prepare.ts'

/** Opens a store in a PostgreSQL database, with one connection for writes and some for reads. */
export const openPostgres = async (
  address: string,
  { timeoutMs = 10_000, readers = 4, answerMs = answerLimit, stop, hurry, existing = false, onUpgrade }: Options,
): Promise<Opened> => {
  const base = parsePostgresAddress(address)
  const driver = await loadDriver()
  const known = createKnownStore()
  const connect = () => {
    const made = createConnection(driver, base, { timeoutMs, answerMs, known })
    hangUpAfter({ stop, hurry }, made.hangUp)
    return made
  }
  const connection = connect()
  try {
    stop?.throwIfAborted()
    await Promise.race([stopped(stop), connection.connect()])
    await preparePostgres(connection, base, { existing, onUpgrade })
    known.identity = await readIdentity(connection)
  } catch (error) {
    await connection.close()
    if (stop?.aborted) throw stop.reason
    throw explainPostgresOpening(error, base)
  }
  const reading = Array.from({ length: readers }, () => createReadConnection(connect(), base))
  return {
    connections: [createWriteConnection(connection, base, { timeoutMs, known }), ...reading],
    label: base.label,
    now: known.now,
    examine: async () => {
      const own = connect()
      try {
        await own.connect()
        return await examineEngine(own)
      } catch (error) {
        throw explainPostgresError(error, base)
      } finally {
        await own.close()
      }
    },
  }
}

/** Opens the store in a database for reads only; creates or upgrades nothing there. */
export const openPostgresForReading = async (address: string, { timeoutMs }: { timeoutMs: number }) => {
  const base = parsePostgresAddress(address)
  const connection = createConnection(await loadDriver(), base, { timeoutMs, known: createKnownStore() })
  return createGroupCommit([createReadConnection(connection, base)], { label: base.label })
}

const stopped = (stop: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => stop?.addEventListener('abort', () => reject(stop.reason as Error), { once: true }))
