import type { CountWrongKey } from '../../service/auth/wrong-keys.ts'
import { networkOf } from '../http/client-network.ts'

/** Counts a wrong key from an address; returns how many seconds its sender must wait. */
export type Throttle = (address: string) => Promise<number>

/**
 * Creates a throttle that counts wrong keys by network. The wait is 0 for the first ten, then doubles from one second up to a minute;
 * a minute without a wrong key ends the count. While the store cannot count, the wait is 0: the wrong key is refused in any case.
 */
export const createThrottle =
  (count: CountWrongKey): Throttle =>
  async (address) => {
    const wrong = await count(networkOf(address)).catch(() => 0)
    return wrong <= free ? 0 : Math.min(60, 2 ** (wrong - free - 1))
  }

const free = 10
