import { UnauthorizedError, UsageError } from '../errors.ts'
import type { Io } from '../system/io.ts'
import { isFileAddress } from './address.ts'
import type { Setting, Settings } from './index.ts'

/** A service and its key; a service in a file needs none. */
export type Service = { url: Setting; key: Setting | undefined }

/** Returns the service that the settings name. Throws a UsageError if they name none, and an UnauthorizedError if it has no key. */
export const findService = async ({
  settings,
  io: { env },
}: {
  settings: Settings
  io: Pick<Io, 'env'>
}): Promise<Service> => {
  const url = await settings.find('url')
  if (!url) throw new UsageError('no service is named', { hint: wayToService(env['TESTCTL_STORE']?.trim()) })
  const key = await settings.find('apiKey')
  if (!key && !isFileAddress(url.value))
    throw new UnauthorizedError(`there is no key for ${url.value}`, {
      hint: 'set TESTCTL_API_KEY, or store a key: testctl auth login',
    })
  return { url, key }
}

/**
 * Returns a hint on how to name a service. `store` is the value of TESTCTL_STORE, which is easily taken for the service of all commands.
 */
const wayToService = (store: string | undefined): string => {
  if (!store)
    return 'set TESTCTL_URL (https://…, or file:./team.db), or store an address: testctl auth login; to have a look: testctl demo'
  const only = 'TESTCTL_STORE is only for serve, keys and store'
  if (isFileAddress(store)) return `${only}: set TESTCTL_URL to ${store}`
  // It may hold a password. DECISIONS 24
  return `${only}: start testctl serve, and set TESTCTL_URL to its address`
}
