import { apiCallOf, createApi } from '../../contract/api-calls.ts'
import type { Api } from '../../contract/index.ts'
import type { RequestIdentity } from '../idempotency.ts'
import type { KeyHolder } from './key-cache.ts'
import { type Role, refusalTo } from '../../contract/roles.ts'

type Service = (holder: string, how?: { once?: RequestIdentity; keyId?: string; requestId?: string | undefined }) => Api

/** The Idempotency-Key of a request that may be repeated, and the id of this request. */
type Sent = { idempotencyKey?: string | undefined; requestId?: string | undefined }

/** Accepts only this one key, and returns the API of its holder: for a command that uses the embedded service. DECISIONS 18 */
export const createAuthenticate = ({
  service,
  key,
  holder,
}: {
  service: Service
  key: string
  holder: string
}): ((apiKey: string, sent?: Sent) => Api | undefined) => {
  const api = service(holder)
  return (apiKey, { idempotencyKey } = {}) => {
    // A plain comparison is safe, because only this process can measure its time.
    if (apiKey !== key) return undefined
    return idempotencyKey === undefined ? api : service(holder, { once: { by: `user ${holder}`, key: idempotencyKey } })
  }
}

/** Creates the API that the role of a key's holder allows: a server uses it for a caller with a valid key. */
export const createApiOf = (service: Service): ((holder: KeyHolder, sent?: Sent) => Api) => {
  // The same holder object serves many requests within a few seconds.
  const apis = new WeakMap<KeyHolder, Api>()
  return (holder, { idempotencyKey, requestId } = {}) => {
    const { id, name, role } = holder
    const keyId = id
    if (idempotencyKey !== undefined)
      return limitedTo(role, service(name, { keyId, once: { by: `key ${id}`, key: idempotencyKey } }))
    if (requestId !== undefined) return limitedTo(role, service(name, { keyId, requestId }))
    const api = apis.get(holder) ?? limitedTo(role, service(name, { keyId }))
    apis.set(holder, api)
    return api
  }
}

/**
 * Limits an API to a role: a reader may only read. Rejects every other call with an UnauthorizedError (403) and does not call the API.
 * DECISIONS 56
 */
export const limitedTo = (role: Role, api: Api): Api => {
  if (role !== 'reader') return api
  return createApi((noun, verb, { route }) => {
    const refusal = refusalTo(role, route)
    return refusal ? () => Promise.reject(refusal) : apiCallOf(api, noun, verb)
  })
}
