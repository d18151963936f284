import type { Snapshot } from '../store/engine.ts'

/** What was read, with the bytes that it takes, about. */
type Kept = { value: unknown; bytes: number }

/** What was read of the store, as long as nothing in it has changed. */
export type KeptReads = {
  /** Whether a request has not come lately; it has, from now on. */
  isNew: (request: object) => boolean
  /** The value read under this name in this snapshot; undefined if none was. */
  find: (snapshot: Snapshot, name: string) => Kept | undefined
  keep: (snapshot: Snapshot, name: string, kept: Kept) => void
}

/**
 * Caches reads of one snapshot, so that a read never misses a change of another connection or process. Beyond `most` bytes it starts
 * anew. Callers share what they get, and must not change it. DECISIONS 253
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
 * Whether a request comes for the first time, as far as a number for each of the latest ones tells: two of one number are taken for
 * one, and two in one place drive each other out.
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

/** A number of its texts and numbers: which of its relations are asked for is seen when it comes again. */
const hashOf = (request: object): number => {
  let hash = 1
  for (const value of Object.values(request) as unknown[])
    if (typeof value === 'number') hash = Math.imul(hash ^ value, prime)
    else if (typeof value === 'string')
      for (let at = 0; at < value.length; at++) hash = Math.imul(hash ^ value.charCodeAt(at), prime)
  return hash
}

const prime = 16_777_619
