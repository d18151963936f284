import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { UnavailableError } from '../errors.ts'
import { once } from '../system/async/once.ts'
import { createConnectionRoom } from './connection-room.ts'
import type { TransactionKind, Connection } from './engine.ts'
import { doJointly, piecesOf, type Work } from './joint-work.ts'

type Waiting = { work: Work<unknown>; resolve: (value: unknown) => void; reject: (error: unknown) => void }
type Settle = () => void

/**
 * Runs the work of a store on its connections. Writes that arrive while another piece runs share a transaction and so one wait for the
 * disk; a piece that fails does not affect the others. No caller gets an answer before the commit. `tell` turns a failure of the store
 * into the error that callers get. DECISIONS 53
 */
export const createGroupCommit = (
  connections: readonly Connection[],
  { label, tell = (error) => error }: { label: string; tell?: (error: unknown) => unknown },
) => {
  const queues: Record<TransactionKind, Waiting[]> = { read: [], write: [] }
  const working = new Map<Connection, Promise<void>>()
  const room = createConnectionRoom(connections)
  let closed = false
  const isClosed = () => closed

  const enter = <T>(kind: TransactionKind, work: Work<T>): Promise<T> =>
    new Promise<unknown>((resolve, reject) => {
      if (closed) return reject(tell(new UnavailableError(`the store ${label} is closed`, { status: 503 })))
      queues[kind].push({ work, resolve, reject })
      wakeOne(kind)
    }) as Promise<T>

  const wakeOne = (kind: TransactionKind): void => {
    const idle = room.connectionsFor(kind).find((connection) => !working.has(connection))
    if (idle) working.set(idle, workOff(idle))
  }

  const workOff = async (connection: Connection): Promise<void> => {
    const hasWork = (kind: TransactionKind) => queues[kind].length > 0 && room.connectionsFor(kind).includes(connection)
    while (connection.kinds.some(hasWork)) {
      await gather(connection)
      for (const kind of connection.kinds) await together(connection, kind, take(connection, kind))
    }
    // Immediately, not when the promise settles: a piece that arrives in between would find the connection busy and wake nothing.
    working.delete(connection)
    // If this connection is resting, another one must take the work that is left.
    for (const kind of connection.kinds) if (queues[kind].length > 0) wakeOne(kind)
  }

  /**
   * Yields to other work, and lets more writes join as long as each turn of the event loop brings some: callers that were answered
   * together come back one after another, and a wait for the disk takes longer than a turn. Does not wait for more while a read waits.
   * DECISIONS 243
   */
  const gather = async ({ kinds, capacity }: Connection): Promise<void> => {
    const writes = (): number => (kinds.includes('write') ? queues.write.length : 0)
    let before
    do {
      before = writes()
      await nextTurn()
    } while (writes() > before && writes() < capacity && queues.read.length === 0)
  }

  const take = ({ capacity }: Connection, kind: TransactionKind): Waiting[] => {
    const share = Math.ceil(queues[kind].length / room.connectionsFor(kind).length)
    return queues[kind].splice(0, Math.min(share, capacity))
  }

  const together = async (
    connection: Connection,
    kind: TransactionKind,
    batch: readonly Waiting[],
    tries = 1,
  ): Promise<void> => {
    if (batch.length === 0) return
    const settles: Settle[] = []
    try {
      await connection.begin(kind, isClosed)
      room.hasFound(connection)
      // Node loads its clock on first use, which takes a millisecond.
      const yields = kind !== 'write' && batch.length > 1
      let since = yields ? performance.now() : 0
      for (const piece of piecesOf(batch)) {
        await attempt(connection, { kind, piece, settles })
        // A synchronous engine would block the event loop until the last piece. Writes do not yield: others wait for the lock, and a
        // turn in between would only prolong that.
        if (!yields || performance.now() - since < longestTurn) continue
        await nextTurn()
        since = performance.now()
      }
      await connection.commit(kind)
    } catch (error) {
      await connection.rollback()
      if (!closed && connection.isTurnedAway?.(error)) {
        if (leaveToOthers(connection, kind, batch)) return
        // Several tries: writers that connect at the same time count together and may all be refused, and another client may take the
        // place of a connection that gave up.
        if (tries > connections.length) return giveUp(connection, batch, error)
        if (kind === 'read' || !(await makeRoom())) await sleep(Math.random() * 20 * tries)
        return together(connection, kind, batch, tries + 1)
      }
      if (!connection.isTransient(error)) return giveUp(connection, batch, error)
      if (tries < mostTries(batch)) {
        await sleep(Math.random() * 20 * tries)
        return together(connection, kind, batch, tries + 1)
      }
      if (batch.length === 1) return giveUp(connection, batch, error)
      // One of them may be the cause of the failure.
      for (const one of batch) await together(connection, kind, [one])
      return
    }
    for (const settle of settles) settle()
  }

  /** Does a piece of work, and adds the answers for its callers to `settles`. */
  const attempt = async (
    connection: Connection,
    { kind, piece, settles }: { kind: TransactionKind; piece: readonly Waiting[]; settles: Settle[] },
  ): Promise<void> => {
    await connection.savepoint(kind)
    try {
      const values =
        piece.length > 1
          ? await doJointly(piece, connection.queries)
          : [await piece[0]!.work(connection.queries, kind === 'read' ? connection.snapshot?.() : undefined)]
      await connection.release(kind)
      piece.forEach(({ resolve }, at) => settles.push(() => resolve(values[at])))
    } catch (error) {
      await connection.rollbackTo(kind, error)
      if (piece.length === 1) {
        const told = explain(connection, error)
        settles.push(() => piece[0]!.reject(told))
      }
      // One of them may be the cause of the failure.
      else for (const one of piece) await attempt(connection, { kind, piece: [one], settles })
    }
  }

  /** Hands work to other connections if the engine has no room for this one. Returns whether there are others. DECISIONS 480 */
  const leaveToOthers = (connection: Connection, kind: TransactionKind, batch: readonly Waiting[]): boolean => {
    room.letRest(connection)
    if (room.connectionsFor(kind).includes(connection)) return false
    queues[kind] = [...batch, ...queues[kind]]
    wakeOne(kind)
    return true
  }

  const makeRoom = async (): Promise<boolean> => {
    const isMade = await room.make((connection) => working.get(connection))
    if (queues.read.length > 0) wakeOne('read')
    return isMade
  }

  // Rejects a whole batch: the store failed, not the work.
  const giveUp = (connection: Connection, batch: readonly Waiting[], error: unknown): void => {
    const told = tell(connection.explain(error))
    for (const { reject } of batch) reject(told)
  }

  const explain = (connection: Connection, error: unknown): unknown => {
    const explained = connection.explain(error)
    return explained === error ? error : tell(explained)
  }

  return {
    read: <T>(work: Work<T>): Promise<T> => enter('read', work),
    write: <T>(work: Work<T>): Promise<T> => enter('write', work),
    close: once(async () => {
      closed = true
      const late = setTimeout(() => connections.forEach(({ hangUp }) => hangUp?.()), longestEnd)
      // A connection that finishes may hand waiting work to others, which start then.
      while (working.size > 0) await Promise.all(working.values())
      clearTimeout(late)
      await Promise.all(connections.map((connection) => connection.close()))
    }),
  }
}

// In milliseconds.
const longestTurn = 10
// How long work in progress may take once the store is closing. Together with the end of a server's requests it is less than ten
// seconds.
const longestEnd = 750

const mostTries = (batch: readonly unknown[]): number => (batch.length > 1 ? 2 : 5)
