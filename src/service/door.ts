import { createHash, timingSafeEqual } from 'node:crypto'
import type { Api } from '../contract/index.ts'
import type { Keys } from './keys.ts'
import type { Holder } from './recognition.ts'
import { limitedTo } from './roles.ts'

/** Lets in whoever has this one key: how a command line reaches the service that it carries with it. */
export const createDoor = ({
  service,
  key,
  holder,
}: {
  service: (holder: string) => Api
  key: string
  holder: string
}): ((apiKey: string) => Api | undefined) => {
  const api = service(holder)
  const expected = digest(key)
  return (apiKey) => (timingSafeEqual(digest(apiKey), expected) ? api : undefined)
}

// Digests have the same length, and comparing them takes the same time, whatever was sent.
const digest = (key: string): Buffer => createHash('sha256').update(key).digest()

/** Lets in the holders of the keys in a store, each to what the role allows: how a server is reached. */
export const createKeyDoor = ({
  service,
  keys,
}: {
  service: (holder: string) => Api
  keys: Pick<Keys, 'find'>
}): ((apiKey: string) => Promise<Api | undefined>) => {
  // A holder is the same object for some seconds, in which many requests can come.
  const apis = new WeakMap<Holder, Api>()
  return async (apiKey) => {
    const holder = await keys.find(apiKey)
    if (!holder) return undefined
    const api = apis.get(holder) ?? limitedTo(holder.role, service(holder.name))
    apis.set(holder, api)
    return api
  }
}
