import { isIPv6 } from 'node:net'

export type Attempts = {
  /** Whether somebody at this address may try now: 0, or how many milliseconds to wait. A try counts as failed at first. */
  enter: (address: string) => number
  /** The last try was none at guessing. */
  forgive: (address: string) => void
}

/**
 * Slows down who guesses: five tries are free, then each has to wait twice as long as the one before, up to a quarter of an
 * hour. An hour without a try and all is forgotten.
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

/** Whom an address belongs to: of IPv6 somebody has at least the whole of the first 64 bits. */
const networkOf = (address: string): string => {
  const mapped = /^::ffff:([0-9.]+)$/i.exec(address)?.[1]
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address
  const [front = '', back] = address.replace(/%.*$/, '').split('::')
  const groups = front === '' ? [] : front.split(':')
  const last = back ? back.split(':') : []
  const middle = back === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - last.length)).fill('0')
  return [...groups, ...middle, ...last]
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')
}
