import type { Abilities } from './abilities.ts'

/** What the connections to one store share: which store it is by its own identity, once it is open, and what time it is there. */
export type KnownStore = {
  identity: string | undefined
  /** What its engine can do, once something was written there. */
  abilities: Abilities | undefined
  /** The newest timeline on which something was written, in hexadecimal digits. */
  timeline: string | undefined
  /** The time by the clock of the database, so that servers whose clocks differ agree. DECISIONS 209 */
  now: () => Date
  /** Hears the time from the database, in milliseconds since 1970. */
  setTime: (time: number) => void
}

/** Makes it for a store that is about to be opened. */
export const createKnownStore = (): KnownStore => {
  // Between the clock of the database and the monotonic clock here.
  let offset: number | undefined
  return {
    identity: undefined,
    abilities: undefined,
    timeline: undefined,
    now: () => new Date(offset === undefined ? Date.now() : offset + performance.now()),
    setTime: (time) => {
      const heard = time - performance.now()
      // An answer may have waited for a moment, which must not set the clock back and forth.
      if (offset === undefined || Math.abs(heard - offset) > tolerance) offset = heard
    },
  }
}

// In milliseconds.
const tolerance = 1000
