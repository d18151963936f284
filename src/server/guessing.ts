import { networkOf } from './network.ts'

/**
 * Counts wrong keys by the network that they come from. Gives 0 for the first ten of a minute, then how many seconds to
 * wait, each time twice as long, up to a minute.
 */
export const createGuessing = (now: () => number = () => performance.now()): ((address: string) => number) => {
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
