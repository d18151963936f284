import type { Holder } from '../../service/auth/key-cache.ts'
import type { Response } from '../../wire/message.ts'
import { createAllowance } from './token-bucket.ts'
import type { Arrival } from '../http/request.ts'
import { createGuessing } from './throttle.ts'
import { networkOf } from './client-network.ts'
import { refuse } from '../http/response.ts'

/** Who may ask, or what is answered in the place of what was asked. */
export type Admission = {
  /** For what needs a key. */
  byKey: (arrival: Arrival) => Promise<{ holder: Holder; refused?: never } | { holder?: never; refused: Response }>
  /** For what needs none. */
  byAddress: (arrival: Arrival) => Response | undefined
}

/**
 * Lets in the holders of keys, each as often as the rate says, and everybody else that often from one network: whoever has
 * a key shares nothing with those who come from the same place and have none. A right key works whatever was guessed
 * there. DECISIONS 61
 */
export const createAdmission = ({
  find,
  rate,
}: {
  find: (key: string) => Promise<Holder | undefined>
  rate: number
}): Admission => {
  const keys = createAllowance(rate)
  const networks = createAllowance(rate)
  const guess = createGuessing()
  const byAddress = ({ address }: Arrival): Response | undefined => tooOften(networks.take(networkOf(address)))
  return {
    byAddress,
    byKey: async (arrival) => {
      const key = arrival.headers['x-api-key']
      const holder = key ? await find(key) : undefined
      if (holder) {
        const refused = tooOften(keys.take(holder.id))
        return refused ? { refused } : { holder }
      }
      // Always the same answer, as the interface has it; how long to wait stands beside it. DECISIONS 61
      const wait = Math.max(networks.take(networkOf(arrival.address)), key ? guess(arrival.address) : 0)
      return { refused: refuse(401, 'UNAUTHORIZED', wait > 0 ? { retryAfter: wait } : {}) }
    },
  }
}

const tooOften = (wait: number): Response | undefined =>
  wait > 0 ? refuse(429, 'too many requests', { retryAfter: wait }) : undefined
