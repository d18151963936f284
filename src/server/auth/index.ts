import type { KeyHolder } from '../../service/auth/key-cache.ts'
import type { Response } from '../../wire/message.ts'
import { createTokenBuckets } from './token-bucket.ts'
import type { IncomingRequest } from '../http/request.ts'
import { createThrottle } from './throttle.ts'
import { networkOf } from './client-network.ts'
import { refuse } from '../http/response.ts'

/** Who may ask, or what is answered in the place of what was asked. */
export type Authenticator = {
  /** For what needs a key. */
  byKey: (
    request: IncomingRequest,
  ) => Promise<{ holder: KeyHolder; refused?: never } | { holder?: never; refused: Response }>
  /** For what needs none. */
  byAddress: (request: IncomingRequest) => Response | undefined
}

/**
 * Lets in the holders of keys, each as often as the rate says, and everybody else that often from one network: whoever has
 * a key shares nothing with those who come from the same place and have none. A right key works whatever was guessed
 * there. DECISIONS 61
 */
export const createAuthenticator = ({
  find,
  rate,
}: {
  find: (key: string) => Promise<KeyHolder | undefined>
  rate: number
}): Authenticator => {
  const keys = createTokenBuckets(rate)
  const networks = createTokenBuckets(rate)
  const guess = createThrottle()
  const byAddress = ({ address }: IncomingRequest): Response | undefined => tooOften(networks.take(networkOf(address)))
  return {
    byAddress,
    byKey: async (request) => {
      const key = request.headers['x-api-key']
      const holder = key ? await find(key) : undefined
      if (holder) {
        const refused = tooOften(keys.take(holder.id))
        return refused ? { refused } : { holder }
      }
      // Always the same answer, as the interface has it; how long to wait stands beside it. DECISIONS 61
      const wait = Math.max(networks.take(networkOf(request.address)), key ? guess(request.address) : 0)
      return { refused: refuse(401, 'UNAUTHORIZED', wait > 0 ? { retryAfter: wait } : {}) }
    },
  }
}

const tooOften = (wait: number): Response | undefined =>
  wait > 0 ? refuse(429, 'too many requests', { retryAfter: wait }) : undefined
