import type { QueryResult } from 'pg'
import type { QueryAnswer } from '../engine.ts'
import type { Base } from './address.ts'
import type { Driver } from './session.ts'
import { ConnectError, LostError } from './errors.ts'
import { answerLimit, createSession, type PostgresSession, sessionSettings } from './session.ts'

/** One connection to a database, which is made anew when it was lost and is needed again. */
export type PostgresConnection = {
  /** Connects, unless it is connected. */
  connect: () => Promise<void>
  /** Sends a statement with parameters. Throws a LostError where no answer can come any more. */
  query: (sql: string, parameters?: readonly unknown[]) => Promise<QueryAnswer>
  /** Sends statements without parameters, one after the other; gives what the last of them answers. */
  send: (sql: string, timeoutMs?: number) => Promise<{ rows: Record<string, unknown>[]; command: string }>
  /** What may be heard of the transaction: none is open, one is, or one that can only be rolled back. */
  status: () => 'I' | 'T' | 'E' | null
  close: () => Promise<void>
}

/** A connection to a database; nothing is sent before the first `connect`. `timeoutMs` is in milliseconds. */
export const createConnection = (
  driver: Driver,
  base: Base,
  { timeoutMs }: { timeoutMs: number },
): PostgresConnection => {
  const names = new Map<string, string>()
  let session: PostgresSession | undefined
  let isConnected = false

  const connect = async (): Promise<void> => {
    if (session && isConnected) return
    const fresh = createSession(driver, base, { timeoutMs, onEnd: () => forget(fresh) })
    session = fresh
    let isReached = false
    try {
      await fresh.client.connect()
      isReached = true
      await fresh.client.query(sessionSettings(timeoutMs))
    } catch (error) {
      forget(fresh)
      await fresh.end()
      // One that was there and is gone before its first answer is lost like any other: the next one may hold.
      if (isReached && isFatal(error)) throw new LostError('the connection was lost', { cause: error })
      throw new ConnectError(error)
    }
    names.clear()
    isConnected = true
  }

  const forget = (gone: PostgresSession): void => {
    if (session !== gone) return
    session = undefined
    isConnected = false
  }

  const ask = async (config: { text: string; values?: unknown[]; name?: string; query_timeout?: number }) => {
    const asked = session
    if (!asked) throw new LostError('the connection is closed')
    try {
      return await asked.client.query(config)
    } catch (error) {
      if (!isFatal(error)) throw error
      forget(asked)
      await asked.end()
      throw new LostError('the connection was lost', { cause: error })
    }
  }

  // Planned once and used again, as long as there are not too many of them: each is kept by the server.
  const nameOf = (sql: string): { name?: string } => {
    const kept = names.get(sql)
    if (kept) return { name: kept }
    if (sql.length > 1500 || names.size >= 200) return {}
    const name = `q${names.size}`
    names.set(sql, name)
    return { name }
  }

  return {
    connect,
    query: async (text, values = []) => {
      const { rows, rowCount } = await ask({ text, values: [...values], ...nameOf(text) })
      return { rows, changes: rowCount ?? 0 }
    },
    send: async (text, timeoutMs = answerLimit) => {
      const answers = [await ask({ text, query_timeout: timeoutMs })].flat() as QueryResult[]
      const { rows, command } = answers.at(-1)!
      return { rows: rows as Record<string, unknown>[], command }
    },
    status: () => session?.client.getTransactionStatus() ?? null,
    close: async () => {
      const last = session
      if (last) forget(last)
      await last?.end()
    },
  }
}

// What the server says and goes on after has a severity; everything else is a matter of the wire.
const isFatal = (error: unknown): boolean => {
  const { severity } = error as { severity?: unknown }
  return severity === undefined || severity === 'FATAL' || severity === 'PANIC'
}
