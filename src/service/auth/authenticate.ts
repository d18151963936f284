import { apiCallOf, createApi } from '../../contract/api-calls.ts'
import type { Api } from '../../contract/index.ts'
import type { RequestIdentity } from '../idempotency.ts'
import type { KeyHolder } from './key-cache.ts'
import { type Role, refusalTo } from '../../contract/roles.ts'

type Service = (holder: string, how?: { once?: RequestIdentity; keyId?: string; requestId?: string | undefined }) => Api

/** How a repeated request is recognised, and the id of this one. */
type Sent = { idempotencyKey?: string | undefined; requestId?: string | undefined }

/** Lets in the holder of this one key: how a command line reaches the embedded service. DECISIONS 18 */
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
    // Only this process can measure how long this takes.
    if (apiKey !== key) return undefined
    return idempotencyKey === undefined ? api : service(holder, { once: { by: `user ${holder}`, key: idempotencyKey } })
  }
}

/** Gives the holder of a key the API that the role allows: how a server answers a caller with a valid key. */
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
 * Limits an API to a role: a reader may only read. The rest is an UnauthorizedError (403), and the API behind it
 * is not asked. DECISIONS 56
 */
export const limitedTo = (role: Role, api: Api): Api => {
  if (role !== 'reader') return api
  return createApi((noun, verb, { route }) => {
    const refusal = refusalTo(role, route)
    return refusal ? () => Promise.reject(refusal) : apiCallOf(api, noun, verb)
  })
}
