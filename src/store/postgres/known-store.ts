import type { Abilities } from './abilities.ts'

/** The state that all connections to one store share: its identity once it is open, the abilities of its engine, and its clock. */
export type KnownStore = {
  identity: string | undefined
  /** The abilities of its engine, known from the first write on. */
  abilities: Abilities | undefined
  /** The newest timeline on which something was written, in hexadecimal digits. */
  timeline: string | undefined
  /** The time by the clock of the database, so that servers whose clocks differ agree. DECISIONS 209 */
  now: () => Date
  /** Sets the clock to the time of the database, in milliseconds since 1970. */
  setTime: (time: number) => void
}

/** Creates the shared state for a store that is about to be opened. */
export const createKnownStore = (): KnownStore => {
  // The difference between the clock of the database and the monotonic clock of this process.
  let offset: number | undefined
  return {
    identity: undefined,
    abilities: undefined,
    timeline: undefined,
    now: () => new Date(offset === undefined ? Date.now() : offset + performance.now()),
    setTime: (time) => {
      const heard = time - performance.now()
      // A small difference may only mean that the answer was late: it must not set the clock back and forth.
      if (offset === undefined || Math.abs(heard - offset) > tolerance) offset = heard
    },
  }
}

// In milliseconds.
const tolerance = 1000
