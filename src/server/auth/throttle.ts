import type { CountWrongKey } from '../../service/auth/wrong-keys.ts'
import { networkOf } from '../http/client-network.ts'

/** Counts a wrong key from an address; returns how many seconds its sender must wait. */
export type Throttle = (address: string) => Promise<number>

/**
 * Counts wrong keys by their network: the wait is 0 for the first ten of a minute, then twice as long each time, up to
 * a minute. While the store cannot count, the wait is 0: a wrong key stays wrong.
 */
export const createThrottle =
  (count: CountWrongKey): Throttle =>
  async (address) => {
    const wrong = await count(networkOf(address)).catch(() => 0)
    return wrong <= free ? 0 : Math.min(60, 2 ** (wrong - free - 1))
  }

const free = 10
