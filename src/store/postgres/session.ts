import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, QueryConfig, QueryResult } from 'pg'
import type Pg from 'pg'
import type { PostgresDatabase } from './address.ts'
import { askToCancel, type Cancellable } from './cancel.ts'
import { ConnectError, LostError } from './errors.ts'

/** One connection to a server, until it is lost or ended. */
export type PostgresSession = {
  client: Client & Cancellable
  /** Sends a statement. */
  query: (config: QueryConfig & { query_timeout?: number }) => Promise<QueryResult>
  /** Whether, since the last call, a commit did not wait for its standbys because its wait was cancelled. */
  takeCutShort: () => boolean
  end: () => Promise<void>
  /** Ends it at once, also while it is being made; what its server does for it ends as well, unless that is a commit. */
  cut: () => void
}

/**
 * How long an answer is waited for before the server is taken for lost, in milliseconds. With ten seconds more, to connect again or to ask
 * how a commit ended, it is less than a client of `testctl serve` waits. DECISIONS 437
 */
export const answerLimit = 40_000

// Firewalls and proxies silently drop a connection that is quiet for minutes: the next statement would wait for its whole limit. The
// usual two hours are too late. DECISIONS 479
const quietLimit = 60_000

/**
 * Begins a session, not yet connected. `onEnd` is called when either side ends it. To connect may take `timeoutMs`, each answer
 * `answerMs`, in milliseconds.
 */
export const createSession = (
  { Client, types, readPasswordFile }: Driver,
  address: string,
  { timeoutMs, answerMs, onEnd }: { timeoutMs: number; answerMs: number; onEnd: () => void },
): PostgresSession => {
  // Of our own, so that it can be closed at any time, even before there is a connection.
  const socket = new Socket()
  const options = {
    connectionString: address,
    application_name: 'testctl',
    connectionTimeoutMillis: timeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: quietLimit,
    query_timeout: answerMs,
    stream: () => socket,
    // The next statement is sent without waiting for the answer to this one.
    pipeline: true,
    types: {
      // Counts and sums are larger than 32 bits to PostgreSQL; the numbers here are whole and below 2^53.
      getTypeParser: (type: number, format?: 'text') =>
        [int8, numeric].includes(type) ? Number : types.getTypeParser(type, format),
    },
  }
  const client = makeClient(() => new Client(options as ConstructorParameters<typeof Client>[0]))
  // The driver reads that file as well, but warns that it will stop doing so.
  if (client.password === null) Object.assign(client, { password: readPasswordFile })
  // Without a listener, the end of an idle connection would end the process.
  client.on('error', onEnd)
  client.on('end', onEnd)
  let sent = ''
  let isCut = false
  let isCutShort = false
  // The words of a notice may be in any language; the function that gives it has one name.
  client.on('notice', ({ routine }) => (isCutShort ||= routine === 'SyncRepWaitForLSN'))
  return {
    client,
    query: async (config) => {
      // The request to cancel may come after it, and would meet a commit.
      if (isCut) throw new LostError('it was ended')
      sent = config.text
      try {
        return await client.query(config)
      } catch (error) {
        // The answers to what was cancelled, and to what was sent after that, may come before the end.
        throw isCut ? new LostError('it was ended', { cause: error }) : error
      }
    },
    takeCutShort: () => {
      const was = isCutShort
      isCutShort = false
      return was
    },
    end: async () => {
      // A server that does not answer gets no goodbye.
      await Promise.race([client.end().catch(() => undefined), sleep(500, undefined, { ref: false })])
      socket.destroy()
    },
    cut: () => {
      if (isCut) return
      isCut = true
      // Its wait for the standbys would end, and others would see what these may not have. DECISIONS 381
      if (/\bcommit$/.test(sent)) return void socket.destroy()
      void askToCancel(client, socket.remoteAddress).then(() => socket.destroy())
    },
  }
}

// The driver reads the files that an address names before it connects.
const makeClient = (make: () => Client): Client => {
  try {
    return make()
  } catch (error) {
    throw new ConnectError(error)
  }
}

/**
 * The settings of a session, or of one transaction: how long to wait for a lock, and for an answer, in milliseconds, after which the
 * database cancels the abandoned statement; how long a server of ours that stalls in a transaction may hold up the others; and
 * where to look for tables. DECISIONS 382
 */
export const settings = (
  { searchPath }: PostgresDatabase,
  { timeoutMs, answerMs }: { timeoutMs: number; answerMs: number },
  scope: 'session' | 'local',
): string =>
  [
    `set ${scope} lock_timeout = ${Math.max(1, Math.round(timeoutMs))}`,
    `set ${scope} statement_timeout = ${answerMs}`,
    `set ${scope} idle_in_transaction_session_timeout = ${answerLimit}`,
    ...(searchPath ? [`set ${scope} search_path = ${searchPath}`] : []),
  ].join('; ')

/** The column `time`: what time it is at the server, in milliseconds since 1970. */
export const timeThere = 'extract(epoch from clock_timestamp()) * 1000 as time'

/** The first question of a session. A pooler says its own number when a client connects, as it has no session for it yet. */
export const whoAnswers = `select pg_backend_pid() as process, pg_is_in_recovery() as standby, ${timeThere}`

// Of the types of PostgreSQL.
const int8 = 20
const numeric = 1700

/** What a pooler says that is full, and what the driver says where it does not even say that: to come again at once would add to it. */
export const isTurnedAway = (error: unknown): boolean =>
  (error as { code?: unknown }).code === '08P01' || isSilence(error)

/** Whether the driver has waited for an answer as long as it may. */
export const isSilence = (error: unknown): boolean => (error as Error).message === 'Query read timeout'

/** What the server says and goes on after has a severity; everything else is a matter of the wire. */
export const isLost = (error: unknown): boolean => {
  if (error instanceof ConnectError) return false
  const { severity } = error as { severity?: unknown }
  return severity === undefined || severity === 'FATAL' || severity === 'PANIC'
}

/** Hangs up after a signal: two seconds later, which a change has for its answer at a service, too, or when `hurry` comes. DECISIONS 536 */
export const hangUpAfter = ({ stop, hurry }: Interruption, hangUp: () => void): void => {
  const begin = (): void => {
    setTimeout(hangUp, 2000).unref()
    if (hurry?.aborted) hangUp()
    hurry?.addEventListener('abort', hangUp)
  }
  if (stop?.aborted) begin()
  else stop?.addEventListener('abort', begin)
}

/** The signals that end the work at a database. */
export type Interruption = { stop?: AbortSignal | undefined; hurry?: AbortSignal | undefined }

/** The driver for PostgreSQL, which a store in a file never loads, and what finds the password of a connection in `~/.pgpass`. */
export type Driver = Pick<typeof Pg, 'Client' | 'types'> & {
  readPasswordFile: (connection: object) => Promise<string | undefined>
}

/** Loads it. DECISIONS 97. Its entry hands on what a CommonJS module exports. */
export const loadDriver = async (): Promise<Driver> => {
  // @ts-expect-error Nobody has written types of it.
  const [{ default: pg }, { default: find }] = await Promise.all([import('pg'), import('pgpass')])
  const readPasswordFile = (connection: object) =>
    new Promise<string | undefined>((resolve) => find(connection, resolve))
  return { Client: pg.Client, types: pg.types, readPasswordFile }
}
