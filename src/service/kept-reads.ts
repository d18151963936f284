import type { Snapshot } from '../store/engine.ts'

/** What was read, with the bytes that it takes, about. */
type Kept = { value: unknown; bytes: number }

/** What was read of the store, as long as nothing in it has changed. */
export type KeptReads = {
  /** What was read by this name in this snapshot; undefined for what was not. */
  find: (snapshot: Snapshot, name: string) => Kept | undefined
  /** Keeps what was read, where it was read by this name before. */
  keep: (snapshot: Snapshot, name: string, kept: Kept) => void
}

/**
 * Keeps what was read, for readers that ask for the same again: of one snapshot alone, so that nothing is given that another
 * connection or process has changed since. Beyond so many bytes it begins anew. What is read for the first time is not kept: to
 * keep what nobody asks for again makes a read a tenth dearer. What is kept is given to several callers, who must not change it.
 * DECISIONS 253
 */
export const createKeptReads = (most = 8 * 1024 * 1024): KeptReads => {
  let present: Snapshot | undefined
  let all = new Map<string, Kept>()
  let held = 0
  const isFirst = createFirstTimes()
  const beginAnew = (snapshot: Snapshot): void => {
    present = snapshot
    held = 0
    if (all.size > 0) all = new Map()
  }
  return {
    find: (snapshot, name) => (snapshot === present ? all.get(name) : undefined),
    keep: (snapshot, name, kept) => {
      if (isFirst(name)) return
      if (snapshot !== present || held + kept.bytes > most) beginAnew(snapshot)
      all.set(name, kept)
      held += kept.bytes + name.length
    },
  }
}

/** Whether a name comes for the first time, as far as a number for each of the latest ones tells: two of one number drive each other out. */
const createFirstTimes = (): ((name: string) => boolean) => {
  const latest = new Int32Array(65_536)
  return (name) => {
    let hash = 1
    for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 16_777_619)
    const place = (hash ^ (hash >>> 16)) & 65_535
    const isFirst = latest[place] !== hash
    latest[place] = hash
    return isFirst
  }
}
