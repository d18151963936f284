import { createHash, timingSafeEqual } from 'node:crypto'
import type { Api } from '../contract/index.ts'
import type { Once } from './idempotency.ts'
import type { Keys } from './keys.ts'
import type { Holder } from './recognition.ts'
import { limitedTo } from './roles.ts'

type Service = (holder: string, once?: Once) => Api

/** What a request bears by which it is known again, if it comes again. */
type Sent = { idempotencyKey?: string | undefined }

/** Lets in whoever has this one key: how a command line reaches the service that it carries with it. DECISIONS 18 */
export const createDoor = ({
  service,
  key,
  holder,
}: {
  service: Service
  key: string
  holder: string
}): ((apiKey: string, sent?: Sent) => Api | undefined) => {
  const api = service(holder)
  const expected = digest(key)
  return (apiKey, { idempotencyKey } = {}) => {
    if (!timingSafeEqual(digest(apiKey), expected)) return undefined
    return idempotencyKey === undefined ? api : service(holder, { by: `user ${holder}`, key: idempotencyKey })
  }
}

// Digests have the same length, and comparing them takes the same time, whatever was sent.
const digest = (key: string): Buffer => createHash('sha256').update(key).digest()

/** Lets in the holders of the keys in a store, each to what the role allows: how a server is reached. */
export const createKeyDoor = ({
  service,
  keys,
}: {
  service: Service
  keys: Pick<Keys, 'find'>
}): ((apiKey: string, sent?: Sent) => Promise<Api | undefined>) => {
  // A holder is the same object for some seconds, in which many requests can come.
  const apis = new WeakMap<Holder, Api>()
  return async (apiKey, { idempotencyKey } = {}) => {
    const holder = await keys.find(apiKey)
    if (!holder) return undefined
    const { id, name, role } = holder
    if (idempotencyKey !== undefined) return limitedTo(role, service(name, { by: `key ${id}`, key: idempotencyKey }))
    const api = apis.get(holder) ?? limitedTo(role, service(name))
    apis.set(holder, api)
    return api
  }
}
