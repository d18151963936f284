import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { UnavailableError } from '../errors.ts'
import { once } from '../once.ts'
import type { Kind, Lane } from './lane.ts'
import type { Queries } from './tables.ts'

/**
 * A piece of work: some queries that see and leave the store as if nobody else were there. Where others came in between
 * after all, it is undone and done again from its start, so that it leaves no traces but in the store.
 */
export type Work<T> = (queries: Queries) => Promise<T>

type Waiting = { work: Work<unknown>; resolve: (value: unknown) => void; reject: (error: unknown) => void }
type Settle = () => void

/**
 * Does the work of a store on its connections. What is to be written and arrives while other work is done shares a transaction
 * and so one wait for the disk; a piece that fails takes no other with it. Nobody is told before the commit.
 * `tell` has the last word on what those who wait are told of a failure of the store. DECISIONS 53
 */
export const createBatches = (
  lanes: readonly Lane[],
  { said, tell = (error) => error }: { said: string; tell?: (error: unknown) => unknown },
) => {
  const queues: Record<Kind, Waiting[]> = { read: [], write: [] }
  const working = new Map<Lane, Promise<void>>()
  let closed = false
  const isClosed = () => closed

  const enter = <T>(kind: Kind, work: Work<T>): Promise<T> =>
    new Promise<unknown>((resolve, reject) => {
      if (closed) return reject(tell(new UnavailableError(`the store ${said} is closed`, { status: 503 })))
      queues[kind].push({ work, resolve, reject })
      const idle = lanesFor(kind).find((lane) => !working.has(lane))
      if (idle) working.set(idle, workOff(idle))
    }) as Promise<T>

  const lanesFor = (kind: Kind) => lanes.filter(({ kinds }) => kinds.includes(kind))

  const workOff = async (lane: Lane): Promise<void> => {
    while (lane.kinds.some((kind) => queues[kind].length > 0)) {
      // Lets those join in who come in the same turn of the event loop, and everything else have its turn.
      await nextTurn()
      for (const kind of lane.kinds) await together(lane, kind, take(lane, kind))
    }
    // At once, not when the promise has settled: nobody may come in between and find no one at work.
    working.delete(lane)
  }

  const take = ({ capacity }: Lane, kind: Kind): Waiting[] => {
    const share = Math.ceil(queues[kind].length / lanesFor(kind).length)
    return queues[kind].splice(0, Math.min(share, capacity))
  }

  const together = async (lane: Lane, kind: Kind, batch: readonly Waiting[], tries = 1): Promise<void> => {
    if (batch.length === 0) return
    const settles: Settle[] = []
    try {
      await lane.begin(kind, isClosed)
      // Node loads its clock when it is first looked at, which takes a millisecond.
      const yields = kind !== 'write' && batch.length > 1
      let since = yields ? performance.now() : 0
      for (const waiting of batch) {
        settles.push(await attempt(lane, kind, waiting))
        // An engine that answers at once would leave nobody else a turn until the last of them. While something is written
        // others wait for the lock, which a turn in between would only prolong.
        if (!yields || performance.now() - since < longestTurn) continue
        await nextTurn()
        since = performance.now()
      }
      await lane.commit(kind)
    } catch (error) {
      await lane.rollBack()
      if (!lane.isPassing(error)) return giveUp(lane, batch, error)
      if (tries < mostTries(batch)) {
        await sleep(Math.random() * 20 * tries)
        return together(lane, kind, batch, tries + 1)
      }
      if (batch.length === 1) return giveUp(lane, batch, error)
      // One of them may be what does not go well.
      for (const one of batch) await together(lane, kind, [one])
      return
    }
    for (const settle of settles) settle()
  }

  const attempt = async (lane: Lane, kind: Kind, { work, resolve, reject }: Waiting): Promise<Settle> => {
    await lane.mark(kind)
    try {
      const value = await work(lane.queries)
      await lane.keep(kind)
      return () => resolve(value)
    } catch (error) {
      await lane.takeBack(kind, error)
      return () => reject(explain(lane, error))
    }
  }

  const giveUp = (lane: Lane, batch: readonly Waiting[], error: unknown): void => {
    const explained = explain(lane, error)
    for (const { reject } of batch) reject(explained)
  }

  const explain = (lane: Lane, error: unknown): unknown => {
    const explained = lane.explain(error)
    return explained === error ? error : tell(explained)
  }

  return {
    read: <T>(work: Work<T>): Promise<T> => enter('read', work),
    write: <T>(work: Work<T>): Promise<T> => enter('write', work),
    close: once(async () => {
      closed = true
      await Promise.all(working.values())
      await Promise.all(lanes.map((lane) => lane.close()))
    }),
  }
}

// In milliseconds.
const longestTurn = 10

const mostTries = (batch: readonly unknown[]): number => (batch.length > 1 ? 2 : 5)
