import { networkOf } from './client-network.ts'

/** Takes note of a wrong key from an address; gives how many seconds its sender is asked to wait. */
export type Throttle = (address: string) => number

/**
 * Counts wrong keys by the network that they come from: 0 for the first ten of a minute, then each time twice as long, up to
 * a minute.
 */
export const createThrottle = (now: () => number = () => performance.now()): Throttle => {
  const wrong = new Map<string, { count: number; last: number }>()
  return (address) => {
    const network = networkOf(address)
    const at = now()
    const before = wrong.get(network)
    const count = before && at - before.last < memory ? before.count + 1 : 1
    // The one that came last stands last, so that the first is the one to forget.
    wrong.delete(network)
    wrong.set(network, { count, last: at })
    const [oldest] = wrong.keys()
    if (wrong.size > mostNetworks && oldest !== undefined) wrong.delete(oldest)
    return count <= free ? 0 : Math.min(60, 2 ** (count - free - 1))
  }
}

const free = 10
const memory = 60_000
const mostNetworks = 10_000
