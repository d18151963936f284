import type { Client, QueryResult } from 'pg'
import type { Answer } from '../lane.ts'
import type { Base } from './address.ts'
import { loadDriver } from './driver.ts'
import { ConnectError, LostError } from './failures.ts'

/** One connection to a database, which is made anew when it was lost and is needed again. */
export type Connection = {
  /** Connects, unless it is connected. */
  connect: () => Promise<void>
  /** Sends a statement with parameters. Throws a LostError where no answer can come any more. */
  query: (sql: string, parameters?: readonly unknown[]) => Promise<Answer>
  /** Sends statements without parameters, one after the other; gives what the last of them answers. */
  send: (sql: string, patience?: number) => Promise<{ rows: Record<string, unknown>[]; command: string }>
  /** What may be heard of the transaction: none is open, one is, or one that can only be rolled back. */
  status: () => 'I' | 'T' | 'E' | null
  close: () => Promise<void>
}

/** How long an answer is waited for before the connection is taken for lost, in milliseconds. */
const answerLimit = 60_000

/** A connection to a database; nothing is sent before the first `connect`. `patience` is in milliseconds. */
export const createConnection = ({ address }: Base, { patience }: { patience: number }): Connection => {
  const { Client, types } = loadDriver()
  const names = new Map<string, string>()
  let client: Client | undefined

  const connect = async (): Promise<void> => {
    if (client) return
    const fresh = new Client({
      connectionString: address,
      application_name: 'testctl',
      connectionTimeoutMillis: patience,
      keepAlive: true,
      query_timeout: answerLimit,
      // What need not be waited for is not waited for: the next statement is sent behind it.
      pipeline: true,
      types: {
        // Counts and sums are larger than 32 bits to PostgreSQL; the numbers here are whole and below 2^53.
        getTypeParser: (type: number, format?: 'text') =>
          [20, 1700].includes(type) ? Number : types.getTypeParser(type, format),
      },
    } as ConstructorParameters<typeof Client>[0])
    // Without a listener the end of an idle connection would be the end of the process.
    fresh.on('error', () => forget(fresh))
    fresh.on('end', () => forget(fresh))
    try {
      await fresh.connect()
      await fresh.query(sessionSettings(patience))
    } catch (error) {
      await discard(fresh)
      throw new ConnectError(error)
    }
    names.clear()
    client = fresh
  }

  const forget = (gone: Client): void => {
    if (client === gone) client = undefined
  }

  const ask = async (config: { text: string; values?: unknown[]; name?: string; query_timeout?: number }) => {
    const asked = client
    if (!asked) throw new LostError('the connection is closed')
    try {
      return await asked.query(config)
    } catch (error) {
      if (!isFatal(error)) throw error
      forget(asked)
      await discard(asked)
      throw new LostError('the connection was lost', { cause: error })
    }
  }

  // Planned once and used again, as long as there are not too many of them: each is kept by the server.
  const nameOf = (sql: string): { name?: string } => {
    const kept = names.get(sql)
    if (kept) return { name: kept }
    if (sql.length > 1500 || names.size >= 200) return {}
    names.set(sql, `q${names.size}`)
    return { name: `q${names.size - 1}` }
  }

  return {
    connect,
    query: async (text, values = []) => {
      const { rows, rowCount } = await ask({ text, values: [...values], ...nameOf(text) })
      return { rows, changes: rowCount ?? 0 }
    },
    send: async (text, patience = answerLimit) => {
      const answers = [await ask({ text, query_timeout: patience })].flat() as QueryResult[]
      const { rows, command } = answers.at(-1)!
      return { rows: rows as Record<string, unknown>[], command }
    },
    status: () =>
      (client as { getTransactionStatus?: () => 'I' | 'T' | 'E' | null } | undefined)?.getTransactionStatus?.() ?? null,
    close: async () => {
      const last = client
      client = undefined
      if (last) await discard(last)
    },
  }
}

/**
 * Locks are waited for as long as one is patient; a server that stalls in the middle of its work does not hold up the
 * others for ever; and an answer comes after the disk has it, whatever the database usually does.
 */
const sessionSettings = (patience: number): string =>
  `set lock_timeout = ${Math.max(1, Math.round(patience))};
  set idle_in_transaction_session_timeout = ${answerLimit};
  select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`

// What the server says and goes on after has a severity; everything else is a matter of the wire.
const isFatal = (error: unknown): boolean => {
  const { severity } = error as { severity?: unknown }
  return severity === undefined || severity === 'FATAL' || severity === 'PANIC'
}

const discard = (client: Client): Promise<void> => client.end().catch(() => undefined)
