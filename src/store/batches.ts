import { setImmediate as nextTurn } from 'node:timers/promises'
import { UnavailableError } from '../errors.ts'
import { once } from '../once.ts'
import type { Place } from './address.ts'
import type { Connection } from './connection.ts'
import { explainFailure } from './failures.ts'
import { type Patience, retryWhileBusy } from './patience.ts'
import { createQueries } from './queries.ts'
import type { Queries } from './tables.ts'

/** A piece of work: some queries that see and leave the store as if nobody else were there. */
export type Work<T> = (queries: Queries) => Promise<T>

type Waiting = { work: Work<unknown>; resolve: (value: unknown) => void; reject: (error: unknown) => void }
type Settle = () => void

/**
 * Does the work of one connection. What is to be written and arrives while other work is done shares a transaction and so
 * one fsync; each piece has a savepoint, so that one that fails takes no other with it. Nobody is told before the commit.
 */
export const createBatches = (connection: Connection, { place, patience }: { place: Place; patience: Patience }) => {
  const queries = createQueries(connection)
  const reads: Waiting[] = []
  const writes: Waiting[] = []
  let working: Promise<void> | undefined
  let closed = false

  const enter = <T>(queue: Waiting[], work: Work<T>): Promise<T> =>
    new Promise<unknown>((resolve, reject) => {
      if (closed) return reject(new UnavailableError(`the store ${place.said} is closed`, { status: 503 }))
      queue.push({ work, resolve, reject })
      working ??= workOff()
    }) as Promise<T>

  const workOff = async (): Promise<void> => {
    while (reads.length + writes.length > 0) {
      // Lets those join in who come in the same turn of the event loop, and everything else have its turn.
      await nextTurn()
      await together(beginWriting, writes.splice(0, batchSize))
      await together(beginReading, reads.splice(0, batchSize))
    }
    // At once, not when the promise has settled: nobody may come in between and find no one at work.
    working = undefined
  }

  // Not deferred: one that turns from reading to writing fails at once where it ought to wait. DESIGN, trap 15
  const beginWriting = () => connection.query('begin immediate')

  const beginReading = () => {
    connection.query('begin')
    try {
      // Takes the lock now, where it can still be waited for.
      connection.query('pragma user_version')
    } catch (error) {
      rollBack()
      throw error
    }
  }

  const together = async (begin: () => void, batch: readonly Waiting[]): Promise<void> => {
    if (batch.length === 0) return
    const settles: Settle[] = []
    try {
      await retryWhileBusy({ ...patience, isOver: () => closed || (patience.isOver?.() ?? false) }, begin)
      for (const waiting of batch) settles.push(await attempt(waiting))
      connection.query('commit')
    } catch (error) {
      rollBack()
      const explained = explainFailure(error, place)
      for (const { reject } of batch) reject(explained)
      return
    }
    for (const settle of settles) settle()
  }

  const rollBack = (): void => {
    try {
      if (connection.inTransaction()) connection.query('rollback')
    } catch {
      // Those who wait are told of the first failure; if the connection is beyond help, the next `begin` says so.
    }
  }

  const attempt = async ({ work, resolve, reject }: Waiting): Promise<Settle> => {
    connection.query('savepoint work')
    try {
      const value = await work(queries)
      connection.query('release work')
      return () => resolve(value)
    } catch (error) {
      // A full disk can end the whole transaction; then nothing of the batch is kept.
      if (!connection.inTransaction()) throw error
      connection.query('rollback to work')
      connection.query('release work')
      return () => reject(explainFailure(error, place))
    }
  }

  return {
    read: <T>(work: Work<T>): Promise<T> => enter(reads, work),
    write: <T>(work: Work<T>): Promise<T> => enter(writes, work),
    close: once(async () => {
      closed = true
      await working
      connection.close()
    }),
  }
}

const batchSize = 256
