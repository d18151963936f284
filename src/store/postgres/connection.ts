import { randomBytes } from 'node:crypto'
import type { QueryResult } from 'pg'
import { errorMessage } from '../../errors.ts'
import type { QueryAnswer } from '../engine.ts'
import type { PostgresDatabase } from './address.ts'
import {
  answerLimit,
  createSession,
  type Driver,
  isLost,
  isSilence,
  isTurnedAway,
  type PostgresSession,
  settings,
  whoAnswers,
} from './session.ts'
import { AbandonedError, ConnectError, CutShortError, LostError, OtherStoreError, SilentError } from './errors.ts'
import type { KnownStore } from './known-store.ts'

/** One connection to a database, which is made anew when it was lost and is needed again. */
export type PostgresConnection = {
  /** Connects, unless it is connected. */
  connect: () => Promise<void>
  /** Sends a statement with parameters. Throws a LostError where no answer can come any more. */
  query: (sql: string, parameters?: readonly unknown[]) => Promise<QueryAnswer>
  /** Begins a transaction of a kind, such as `read only`, with further statements; returns the answer to the last one. */
  begin: (kind: string, first?: string) => Promise<SentAnswer>
  /**
   * Sends a question and begins a transaction of a kind after it, in the same session, also behind a pooler: what the
   * transaction sees is no older than the answer, which is returned. It may take `answerMs`.
   */
  beginAfter: (question: string, kind: string, answerMs: number) => Promise<SentAnswer>
  /** Sends statements without parameters, one after the other; returns the answer to the last one. */
  send: (sql: string, timeoutMs?: number) => Promise<SentAnswer>
  /** The state of the transaction: none is open, one is, or one that can only be rolled back. */
  status: () => 'I' | 'T' | 'E' | null
  /** Ends it for good: what waits for an answer gets a LostError, and what connects an AbandonedError. */
  hangUp: () => void
  close: () => Promise<void>
}

type SentAnswer = { rows: Record<string, unknown>[]; command: string }

/** A connection to a database; nothing is sent before the first `connect`. Times are in milliseconds; an answer may take `answerMs`. */
export const createConnection = (
  driver: Driver,
  base: PostgresDatabase,
  { timeoutMs, known, answerMs = answerLimit }: { timeoutMs: number; known: KnownStore; answerMs?: number },
): PostgresConnection => {
  const names = new Map<string, string>()
  // An engine with one session for all has the statements of all connections in it.
  const prefix = `q${randomBytes(4).toString('hex')}_`
  let session: PostgresSession | undefined
  let isConnected = false
  let isHungUp = false
  // Behind a pooler each transaction may use another session, without our settings and prepared statements. DECISIONS 140
  let isShared = false

  const connect = async (): Promise<void> => {
    if (session && isConnected) return
    const errors: unknown[] = []
    for (const address of base.addresses)
      try {
        return await connectTo(address)
      } catch (error) {
        if (error instanceof LostError || error instanceof AbandonedError) throw error
        errors.push(error)
      }
    throw errors.length > 1
      ? new ConnectError(new AggregateError(errors, errors.map(errorMessage).join('; ')))
      : errors[0]
  }

  const connectTo = async (address: string): Promise<void> => {
    if (isHungUp) throw new AbandonedError('the wait was ended')
    const patience = Math.max(1000, timeoutMs / base.addresses.length)
    const firstQuestion = { text: whoAnswers, query_timeout: patience }
    const fresh = createSession(driver, address, { timeoutMs: patience, answerMs, onEnd: () => forget(fresh) })
    session = fresh
    let isReached = false
    try {
      await fresh.client.connect()
      isReached = true
      const { rows } = await fresh.client.query<{ process: number; standby: boolean; time: number }>(firstQuestion)
      known.setTime(Number(rows[0]?.time))
      if (base.isWritable && rows[0]?.standby)
        throw new ConnectError(new Error(`${new URL(address).host} is a standby`))
      isShared = rows[0]?.process !== fresh.client.processID
      if (!isShared) await fresh.client.query(settings(base, { timeoutMs, answerMs }, 'session'))
      if (known.identity !== undefined) await checkIdentity(known.identity, address)
    } catch (error) {
      forget(fresh)
      await fresh.end()
      if (isHungUp) throw new AbandonedError(error)
      // One that was there and is gone before its first answer is lost like any other: the next one may hold.
      if (isReached && isLost(error) && !isTurnedAway(error))
        throw new LostError('the connection was lost', { cause: error })
      throw error instanceof ConnectError ? error : new ConnectError(error)
    }
    names.clear()
    isConnected = true
  }

  // One name may lead to another cluster than before.
  const checkIdentity = async (identity: string, address: string): Promise<void> => {
    const { rows } = await begin('read only', 'select identity from about').catch((error: unknown) => {
      if ((error as { code?: unknown }).code === noTable) return { rows: [] }
      throw error
    })
    await send('rollback')
    if (rows[0]?.['identity'] !== identity) throw new OtherStoreError(new URL(address).host)
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
      const answer = await asked.query(config)
      // The standbys may not have it. DECISIONS 381
      if (asked.takeCutShort()) throw new CutShortError('the wait for a standby was cut short')
      return answer
    } catch (error) {
      if (error instanceof CutShortError || !isLost(error)) throw error
      forget(asked)
      await asked.end()
      throw isSilence(error)
        ? new SilentError('the database does not answer', { cause: error })
        : new LostError('the connection was lost', { cause: error })
    }
  }

  // Prepared once and used again, up to a limit: the server keeps each of them.
  const nameOf = (sql: string): { name?: string } => {
    if (isShared) return {}
    const kept = names.get(sql)
    if (kept) return { name: kept }
    if (sql.length > 1500 || names.size >= 200) return {}
    const name = `${prefix}${names.size}`
    names.set(sql, name)
    return { name }
  }

  const sendAll = async (text: string, ms: number): Promise<SentAnswer[]> =>
    [await ask({ text, query_timeout: ms })].flat() as QueryResult<Record<string, unknown>>[]

  const send = async (text: string, ms = answerMs): Promise<SentAnswer> => (await sendAll(text, ms)).at(-1)!

  const sendFirst = async (statements: readonly string[], ms = answerMs): Promise<SentAnswer[]> => {
    const text = statements.filter((statement) => statement !== '').join('; ')
    if (!isShared) return sendAll(text, ms)
    try {
      // A lock is waited for as well, once the pooler has a session.
      return await sendAll(text, timeoutMs * 2)
    } catch (error) {
      if (error instanceof LostError && isTurnedAway(error.cause)) throw new ConnectError(error.cause)
      throw error
    }
  }

  const ownSettings = (): string => (isShared ? settings(base, { timeoutMs, answerMs }, 'local') : '')

  const begin = async (kind: string, first = ''): Promise<SentAnswer> =>
    (await sendFirst([`begin ${kind}`, ownSettings(), first])).at(-1)!

  // Two transactions in one message: a pooler keeps the session, and the second one sees nothing before the answer to the first.
  const beginAfter = async (question: string, kind: string, ms: number): Promise<SentAnswer> => {
    const answers = await sendFirst([`begin ${kind}`, ownSettings(), question, 'commit and chain', ownSettings()], ms)
    return answers.find(({ command }) => command === 'SELECT')!
  }

  return {
    connect,
    begin,
    beginAfter,
    send,
    query: async (text, values = []) => {
      const { rows, rowCount } = await ask({ text, values: [...values], ...nameOf(text) })
      return { rows, changes: rowCount ?? 0 }
    },
    status: () => session?.client.getTransactionStatus() ?? null,
    hangUp: () => {
      isHungUp = true
      session?.cut()
    },
    close: async () => {
      const last = session
      if (last) forget(last)
      await last?.end()
    },
  }
}

// There is a database, and no store in it.
const noTable = '42P01'
