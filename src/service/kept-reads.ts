import type { Snapshot } from '../store/engine.ts'

/** A cached value, and about how many bytes it takes. */
type Kept = { value: unknown; bytes: number }

/** A cache of reads of the store, valid until something in it changes. */
export type KeptReads = {
  /** Whether a request was not seen lately; marks it as seen. */
  isNew: (request: object) => boolean
  /** The value read under this name in this snapshot; undefined if none was. */
  find: (snapshot: Snapshot, name: string) => Kept | undefined
  keep: (snapshot: Snapshot, name: string, kept: Kept) => void
}

/**
 * Caches reads of one snapshot, so that a read never misses a change of another connection or process. Starts empty again when it would
 * exceed `most` bytes. Callers share what they get, and must not change it. DECISIONS 253
 */
export const createKeptReads = (most = 8 * 1024 * 1024): KeptReads => {
  let present: Snapshot | undefined
  let all = new Map<string, Kept>()
  let held = 0
  const beginAnew = (snapshot: Snapshot): void => {
    present = snapshot
    held = 0
    if (all.size > 0) all = new Map()
  }
  return {
    isNew: createFirstTimes(),
    find: (snapshot, name) => (snapshot === present ? all.get(name) : undefined),
    keep: (snapshot, name, kept) => {
      if (snapshot !== present || held + kept.bytes > most) beginAnew(snapshot)
      all.set(name, kept)
      held += kept.bytes + name.length
    },
  }
}

/**
 * Creates a check whether a request is new. It keeps one hash for each of the latest requests: two with the same hash count as one, and
 * two in the same slot evict each other.
 */
const createFirstTimes = (): ((request: object) => boolean) => {
  const latest = new Int32Array(65_536)
  return (request) => {
    const hash = hashOf(request)
    const place = (hash ^ (hash >>> 16)) & 65_535
    const isFirst = latest[place] !== hash
    latest[place] = hash
    return isFirst
  }
}

/** Hashes the strings and numbers of a request. It ignores relations; the cache compares whole requests when one is repeated. */
const hashOf = (request: object): number => {
  let hash = 1
  for (const value of Object.values(request) as unknown[])
    if (typeof value === 'number') hash = Math.imul(hash ^ value, prime)
    else if (typeof value === 'string')
      for (let at = 0; at < value.length; at++) hash = Math.imul(hash ^ value.charCodeAt(at), prime)
  return hash
}

const prime = 16_777_619
