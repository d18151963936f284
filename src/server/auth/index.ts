import type { KeyHolder } from '../../service/auth/key-cache.ts'
import type { CountWrongKey } from '../../service/auth/wrong-keys.ts'
import type { Response } from '../../wire/message.ts'
import { createTokenBuckets } from './token-bucket.ts'
import type { IncomingRequest } from '../http/request.ts'
import { createThrottle } from './throttle.ts'
import { networkOf } from '../http/client-network.ts'
import { refuse } from '../http/response.ts'

/** The caller of a request, or the response that refuses it. */
export type Identified = { holder: KeyHolder; refused?: never } | { holder?: never; refused: Response }

/** Identifies callers and limits their rates. */
export type Authenticator = {
  /** For requests that need a key. */
  byKey: (request: IncomingRequest) => Promise<Identified>
  /** For requests that need none. */
  byAddress: (request: IncomingRequest) => Response | undefined
}

/**
 * Creates the authenticator. Each valid key has a rate limit of its own; requests without one share the limit of their network.
 * A valid key works however many wrong keys came from its network. DECISIONS 61
 */
export const createAuthenticator = ({
  find,
  countWrongKey,
  rate,
}: {
  find: (key: string) => Promise<KeyHolder | undefined>
  countWrongKey: CountWrongKey
  rate: number
}): Authenticator => {
  const keys = createTokenBuckets(rate)
  const networks = createTokenBuckets(rate)
  const throttle = createThrottle(countWrongKey)
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
      // Always a 401, as the interface says; Retry-After says how long to wait. DECISIONS 61
      const wait = Math.max(networks.take(networkOf(request.address)), key ? await throttle(request.address) : 0)
      return { refused: refuse(401, 'UNAUTHORIZED', wait > 0 ? { retryAfter: wait } : {}) }
    },
  }
}

const tooOften = (wait: number): Response | undefined =>
  wait > 0 ? refuse(429, 'too many requests', { retryAfter: wait }) : undefined
