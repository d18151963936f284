import { createBoundedMap } from '../../system/bounded-map.ts'
import { networkOf } from './client-network.ts'

/** Takes note of a wrong key from an address; gives how many seconds its sender is asked to wait. */
export type Throttle = (address: string) => number

/**
 * Counts wrong keys by the network that they come from: 0 for the first ten of a minute, then each time twice as long, up to
 * a minute.
 */
export const createThrottle = (now: () => number = () => performance.now()): Throttle => {
  const wrong = createBoundedMap<number>({ most: 10_000, lasts: 60_000, now })
  return (address) => {
    const network = networkOf(address)
    const count = (wrong.get(network) ?? 0) + 1
    wrong.set(network, count)
    return count <= free ? 0 : Math.min(60, 2 ** (count - free - 1))
  }
}

const free = 10
