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
  noticeGone,
  type PostgresSession,
  settings,
  sessionQuery,
} from './session.ts'
import { AbandonedError, ConnectError, CutShortError, LostError, OtherStoreError, SilentError } from './errors.ts'
import type { KnownStore } from './known-store.ts'
import { createStatementNames, isOutdated } from '../statement-names.ts'

/** A connection to a database, which can connect again after it was lost. */
export type PostgresConnection = {
  /** Connects, unless it is connected. */
  connect: () => Promise<void>
  /** Sends a statement with parameters. Throws a LostError if no answer can come any more. */
  query: (sql: string, parameters?: readonly unknown[]) => Promise<QueryAnswer>
  /** Begins a transaction of a kind, such as `read only`, with further statements; returns the answer to the last one. */
  begin: (kind: string, first?: string) => Promise<SentAnswer>
  /**
   * Sends a query and then begins a transaction of a kind in the same session, also behind a pooler, so that the snapshot of the
   * transaction is no older than the answer. Returns the answer, which may take `answerMs`.
   */
  beginAfter: (question: string, kind: string, answerMs: number) => Promise<SentAnswer>
  /** Sends statements without parameters, one after the other; returns the answer to the last one. */
  send: (sql: string, timeoutMs?: number) => Promise<SentAnswer>
  /** The state of the transaction: `I` none is open, `T` one is open, `E` it can only be rolled back; null if there is no session. */
  status: () => 'I' | 'T' | 'E' | null
  /** Cuts the connection for good: a statement that waits for an answer gets a LostError, an attempt to connect an AbandonedError. */
  hangUp: () => void
  close: () => Promise<void>
}

type SentAnswer = { rows: Record<string, unknown>[]; command: string }

/** Creates a connection that sends nothing before the first `connect`. Times are in milliseconds; an answer may take `answerMs`. */
export const createConnection = (
  driver: Driver,
  base: PostgresDatabase,
  { timeoutMs, known, answerMs = answerLimit }: { timeoutMs: number; known: KnownStore; answerMs?: number },
): PostgresConnection => {
  const names = createStatementNames()
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
    const firstQuestion = { text: sessionQuery, query_timeout: patience }
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
      if (!isShared && answerMs > answerLimit) await fresh.client.query(noticeGone).catch(() => undefined)
      if (known.identity !== undefined) await checkIdentity(known.identity, address)
    } catch (error) {
      forget(fresh)
      await fresh.end()
      if (isHungUp) throw new AbandonedError(error)
      // A session that was reached and ended before its first answer counts as lost, like any other: the next one may work.
      if (isReached && isLost(error) && !isTurnedAway(error))
        throw new LostError('the connection was lost', { cause: error })
      throw error instanceof ConnectError ? error : new ConnectError(error)
    }
    names.clear()
    isConnected = true
  }

  // The same host name may lead to another cluster than before.
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
      // The standbys may not have what was committed. DECISIONS 381
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

  const askPrepared = async (text: string, values: unknown[]) => {
    const name = isShared ? undefined : names.nameOf(text)
    try {
      return await ask({ text, values, ...(name !== undefined && { name }) })
    } catch (error) {
      if (isOutdated(error)) names.clear()
      throw error
    }
  }

  const sendAll = async (text: string, ms: number): Promise<SentAnswer[]> =>
    [await ask({ text, query_timeout: ms })].flat() as QueryResult<Record<string, unknown>>[]

  const send = async (text: string, ms = answerMs): Promise<SentAnswer> => (await sendAll(text, ms)).at(-1)!

  const sendFirst = async (statements: readonly string[], ms = answerMs): Promise<SentAnswer[]> => {
    const text = statements.filter((statement) => statement !== '').join('; ')
    if (!isShared) return sendAll(text, ms)
    try {
      // Twice the limit: the pooler waits for a free session, and then the statement waits for the lock.
      return await sendAll(text, timeoutMs * 2)
    } catch (error) {
      if (error instanceof LostError && isTurnedAway(error.cause)) throw new ConnectError(error.cause)
      throw error
    }
  }

  const ownSettings = (): string => (isShared ? settings(base, { timeoutMs, answerMs }, 'local') : '')

  const begin = async (kind: string, first = ''): Promise<SentAnswer> =>
    (await sendFirst([`begin ${kind}`, ownSettings(), first])).at(-1)!

  // Two transactions in one message: a pooler keeps the session, and the second one takes its snapshot after the question is answered.
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
      const { rows, rowCount } = await askPrepared(text, [...values])
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

// The error code of a missing table: the database has no store in it.
const noTable = '42P01'
