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
  /** Cuts the session at once, also while it connects. Cancels its statement at the server too, unless that is a commit. */
  cut: () => void
}

/**
 * How long to wait for an answer before the server counts as lost, in milliseconds. Even with ten more seconds, to connect again or to
 * ask how a commit ended, it is less than a client of `testctl serve` waits. DECISIONS 437
 */
export const answerLimit = 40_000

// How long a connection is quiet before keepalive probes begin, in milliseconds; the usual two hours are too late. Firewalls and
// proxies silently drop a connection that is quiet for minutes, and the next statement would wait for its whole limit. DECISIONS 479
const quietLimit = 60_000

/**
 * Creates a session that is not connected yet. Calls `onEnd` when either side ends it. Connecting may take `timeoutMs`, each answer
 * `answerMs`, in milliseconds.
 */
export const createSession = (
  { Client, types, readPasswordFile }: Driver,
  address: string,
  { timeoutMs, answerMs, onEnd }: { timeoutMs: number; answerMs: number; onEnd: () => void },
): PostgresSession => {
  // Our own socket, so that it can be closed at any time, even before there is a connection.
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
      // PostgreSQL returns counts and sums as int8 or numeric; the numbers here are integers below 2^53.
      getTypeParser: (type: number, format?: 'text') =>
        [int8, numeric].includes(type) ? Number : types.getTypeParser(type, format),
    },
  }
  const client = makeClient(() => new Client(options as ConstructorParameters<typeof Client>[0]))
  // The driver would read the password file itself, but with a warning that it will stop doing so.
  if (client.password === null) Object.assign(client, { password: readPasswordFile })
  // Without a listener, the end of an idle connection would end the process.
  client.on('error', onEnd)
  client.on('end', onEnd)
  let sent = ''
  let isCut = false
  let isCutShort = false
  // The text of a notice may be in any language, but the name of the function that sends it is fixed.
  client.on('notice', ({ routine }) => (isCutShort ||= routine === 'SyncRepWaitForLSN'))
  return {
    client,
    query: async (config) => {
      // A request to cancel may arrive after a statement that is sent now, and could hit a commit.
      if (isCut) throw new LostError('it was ended')
      sent = config.text
      try {
        return await client.query(config)
      } catch (error) {
        // The errors of the cancelled statement, and of those sent after it, may arrive before the connection ends.
        throw isCut ? new LostError('it was ended', { cause: error }) : error
      }
    },
    takeCutShort: () => {
      const was = isCutShort
      isCutShort = false
      return was
    },
    end: async () => {
      // Half a second for a proper end; a server that does not answer is cut off.
      await Promise.race([client.end().catch(() => undefined), sleep(500, undefined, { ref: false })])
      socket.destroy()
    },
    cut: () => {
      if (isCut) return
      isCut = true
      // A commit is not cancelled: its wait for the standbys would end, and others would see data that these may not have.
      // DECISIONS 381
      if (/\bcommit$/.test(sent)) return void socket.destroy()
      void askToCancel(client, socket.remoteAddress).then(() => socket.destroy())
    },
  }
}

// The driver reads the files that an address names when the client is created, which can fail.
const makeClient = (make: () => Client): Client => {
  try {
    return make()
  } catch (error) {
    throw new ConnectError(error)
  }
}

/**
 * Returns the SQL for the settings of a session, or of one transaction. The limits, in milliseconds: how long to wait for a lock; when
 * the database cancels a statement, because its answer is not awaited any longer; how long a testctl that stalls in a transaction may
 * block the others, or may work on a file meanwhile. And the schemas in which tables are looked up. DECISIONS 382, 539
 */
export const settings = (
  { searchPath }: PostgresDatabase,
  { timeoutMs, answerMs }: { timeoutMs: number; answerMs: number },
  scope: 'session' | 'local',
): string =>
  [
    `set ${scope} lock_timeout = ${Math.max(1, Math.round(timeoutMs))}`,
    `set ${scope} statement_timeout = ${answerMs}`,
    `set ${scope} idle_in_transaction_session_timeout = ${Math.max(answerMs, answerLimit)}`,
    ...(searchPath ? [`set ${scope} search_path = ${searchPath}`] : []),
  ].join('; ')

/**
 * The SQL with which the database notices within two minutes that the computer of a session is gone, as after a power cut; by default that
 * takes two hours. Some engines refuse it. DECISIONS 560
 */
export const noticeGone = 'set tcp_keepalives_idle = 60; set tcp_keepalives_interval = 15; set tcp_keepalives_count = 4'

/** The column `time`: the time at the server, in milliseconds since 1970. */
export const timeThere = 'extract(epoch from clock_timestamp()) * 1000 as time'

/**
 * The first query of a session. `process` reveals a pooler: when a client connects, a pooler has no session for it yet and gives it a
 * number of its own.
 */
export const sessionQuery = `select pg_backend_pid() as process, pg_is_in_recovery() as standby, ${timeThere}`

// PostgreSQL's ids of its types.
const int8 = 20
const numeric = 1700

/** Whether a pooler refused a session because it is full (08P01), or did not even answer: an immediate retry would add to its load. */
export const isTurnedAway = (error: unknown): boolean =>
  (error as { code?: unknown }).code === '08P01' || isSilence(error)

/** Whether the driver's wait for an answer has timed out. */
export const isSilence = (error: unknown): boolean => (error as Error).message === 'Query read timeout'

/**
 * Whether an error means that the connection is lost. The connection survives an error of the server unless its severity is FATAL or
 * PANIC; an error with no severity comes from the connection itself.
 */
export const isLost = (error: unknown): boolean => {
  if (error instanceof ConnectError) return false
  const { severity } = error as { severity?: unknown }
  return severity === undefined || severity === 'FATAL' || severity === 'PANIC'
}

/**
 * Calls `hangUp` two seconds after the signal `stop`, which is as long as a change at a service gets for its answer, or when `hurry`
 * comes. DECISIONS 536
 */
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

/** The driver for PostgreSQL, which a store in a file never loads, and the function that finds a connection's password in `~/.pgpass`. */
export type Driver = Pick<typeof Pg, 'Client' | 'types'> & {
  readPasswordFile: (connection: object) => Promise<string | undefined>
}

/** Loads the driver for PostgreSQL. The entries of its packages export a CommonJS module as `default`. DECISIONS 97 */
export const loadDriver = async (): Promise<Driver> => {
  // @ts-expect-error The package has no types.
  const [{ default: pg }, { default: find }] = await Promise.all([import('pg'), import('pgpass')])
  const readPasswordFile = (connection: object) =>
    new Promise<string | undefined>((resolve) => find(connection, resolve))
  return { Client: pg.Client, types: pg.types, readPasswordFile }
}
