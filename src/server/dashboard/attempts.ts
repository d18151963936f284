import { networkOf } from '../network.ts'

export type Attempts = {
  /** Whether somebody at this address may try now: 0, or how many milliseconds to wait. A try counts as failed at first. */
  enter: (address: string) => number
  /** The last try was none at guessing. */
  forgive: (address: string) => void
}

/**
 * Slows down who guesses: five tries are free, then each has to wait twice as long as the one before, up to a quarter of an
 * hour. An hour without a try and all is forgotten. DECISIONS 58
 */
export const createAttempts = ({ now }: { now: () => Date }): Attempts => {
  const tries = new Map<string, { count: number; last: number }>()
  return {
    enter: (address) => {
      const from = networkOf(address)
      const time = now().getTime()
      const { count, last } = tries.get(from) ?? { count: 0, last: time }
      const quiet = time - last
      const wait = count < free ? 0 : Math.min(1000 * 2 ** (count - free), longest) - quiet
      if (wait > 0) return wait
      tries.delete(from)
      tries.set(from, { count: quiet > forgotten ? 1 : count + 1, last: time })
      const [oldest] = tries.keys()
      if (tries.size > most && oldest !== undefined) tries.delete(oldest)
      return 0
    },
    forgive: (address) => {
      tries.delete(networkOf(address))
    },
  }
}

const free = 5
const longest = 900_000
const forgotten = 3_600_000
const most = 10_000
