import type { KeyHolder } from '../../src/service/auth/key-cache.ts'
import { createApiOf } from '../../src/service/index.ts'
import type { Door } from '../../src/wire/expose.ts'

/** Creates a door that lets in the holders of the keys in a store, for tests without a server. */
export const createKeyDoor = ({
  service,
  keys,
}: {
  service: Parameters<typeof createApiOf>[0]
  keys: { find: (key: string) => Promise<KeyHolder | undefined> }
}) => {
  const apiOf = createApiOf(service)
  return async (key: string, sent: Partial<Parameters<Door>[1]> = {}) => {
    const holder = await keys.find(key)
    return holder && apiOf(holder, sent)
  }
}
