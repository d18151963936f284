import { RejectedError } from '../../errors.ts'
import type { Work } from '../../store/joint-work.ts'
import type { Queries } from '../../store/table-types.ts'
import type { Caller } from '../caller.ts'
import type { KeptReads } from '../kept-reads.ts'

// The size of an answer is limited, because many callers ask at the same time: a page ends earlier, and a value that cannot be split is
// refused with advice on reading it in pages. Most answers are small and are read immediately; a large one waits for its turn.
// DECISIONS 83

/**
 * The approximate size in bytes that an answer may have, and how much it has `used`. Unless it `isLarge`, the read can be repeated with
 * more.
 */
export type Room = { bytes: number; isLarge: boolean; used?: number }

type Reading = Pick<Caller, 'store' | 'holder' | 'fairLimit' | 'keptReads'>

/** A read: the name of an operation, and its request. */
type Asked = { of: string; request: object }

/**
 * Reads as much from the store as fits into an answer; without `fairLimit`, an answer may have any size. A small answer that
 * `keptReads` has from the same snapshot is returned again.
 */
export const readWithin = async <T>(
  { store, holder, fairLimit, keptReads }: Reading,
  asked: Asked,
  work: (queries: Queries, room: Room) => Promise<T>,
): Promise<T> => {
  const inRoom =
    (room: Room): Work<T> =>
    (queries) =>
      work(queries, room)
  if (!fairLimit) return store.read(inRoom({ bytes: Infinity, isLarge: true }))
  const room = { bytes: small, isLarge: false, used: 0 }
  try {
    return await store.read(keptReads ? keeping(keptReads, { asked, room, work }) : inRoom(room))
  } catch (error) {
    if (!(error instanceof NeedsPlace)) throw error
    return fairLimit(holder, () => store.read(inRoom({ bytes: large, isLarge: true })))
  }
}

const keeping =
  <T>(
    { isNew, find, keep }: KeptReads,
    { asked, room, work }: { asked: Asked; room: Room; work: (queries: Queries, room: Room) => Promise<T> },
  ): Work<T> =>
  (queries, snapshot) => {
    if (!snapshot) return work(queries, room)
    // Caching reads that are not repeated, or even building their names, would slow down every read.
    if (isNew(asked.request)) return work(queries, room)
    const name = `${asked.of} ${JSON.stringify(asked.request)}`
    const kept = find(snapshot, name)
    if (kept) return Promise.resolve(kept.value as T)
    return work(queries, room).then((value) => {
      keep(snapshot, name, { value, bytes: rowBytes + (room.used ?? 0) })
      return value
    })
  }

const small = 65_536

/** The maximum size of a large answer in bytes; only a single row may exceed it. */
export const large = 2 * 1024 * 1024

/** The approximate size of a row in bytes, not counting its texts: ids, times and names of users. */
export const rowBytes = 300

class NeedsPlace extends Error {}

/**
 * Returns how many rows fit by their bytes, counted from the first; one always does. Throws NeedsPlace if not all fit and the room can
 * still become large.
 */
export const countFitting = (room: Room, bytes: readonly number[]): number => {
  let sum = 0
  const beyond = bytes.findIndex((one) => (sum += one) > room.bytes)
  room.used = sum
  if (beyond < 0) return bytes.length
  if (!room.isLarge) throw new NeedsPlace()
  return Math.max(1, beyond)
}

/** A relation of rows. `read` returns the owner and the bytes of each related row, up to a limit; `way` says how to read them in pages. */
export type Related<R> = {
  ownerOf: (row: R) => string
  read: (owners: readonly string[], most: number) => Promise<readonly { owner: string | null; bytes: number }[]>
  way: string
}

/** Returns the rows, from the first on, that fit together with their relations. Throws a RejectedError (413) if even the first does not. */
export const fitRelated = <R>(
  room: Room,
  { rows, bytesOf, related }: { rows: readonly R[]; bytesOf: (row: R) => number; related: readonly Related<R>[] },
): readonly R[] | Promise<readonly R[]> => {
  if (room.bytes === Infinity || rows.length === 0) return rows
  const bytes = rows.map(bytesOf)
  const fitting = countFitting(room, bytes)
  return related.length === 0 ? rows.slice(0, fitting) : fitWith(room, { rows, bytes, fitting, related })
}

const fitWith = async <R>(
  room: Room,
  {
    rows,
    bytes,
    fitting,
    related,
  }: { rows: readonly R[]; bytes: number[]; fitting: number; related: readonly Related<R>[] },
): Promise<readonly R[]> => {
  let kept = fitting
  // More rows than that do not fit, however small they are.
  const most = Math.ceil(room.bytes / rowBytes)
  for (const { ownerOf, read, way } of related) {
    let found = await read(rows.slice(0, kept).map(ownerOf), most + 1)
    while (found.length > most) {
      if (!room.isLarge) throw new NeedsPlace()
      if (kept === 1) throw tooLarge(way)
      kept = Math.ceil(kept / 2)
      found = await read(rows.slice(0, kept).map(ownerOf), most + 1)
    }
    const byOwner = new Map<string | null, number>()
    for (const one of found) byOwner.set(one.owner, (byOwner.get(one.owner) ?? 0) + one.bytes + rowBytes)
    rows.slice(0, kept).forEach((row, index) => (bytes[index]! += byOwner.get(ownerOf(row)) ?? 0))
    kept = countFitting(room, bytes.slice(0, kept))
    if ((byOwner.get(ownerOf(rows[0]!)) ?? 0) > room.bytes) throw tooLarge(way)
  }
  return rows.slice(0, kept)
}

const tooLarge = (way: string): RejectedError =>
  new RejectedError(`too many related rows for one answer: ${way}`, { status: 413 })
