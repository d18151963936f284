import { UnauthorizedError, UsageError } from '../errors.ts'
import { isFileAddress } from './address.ts'
import type { Setting, Settings } from './index.ts'

/** A service and the key for it; one in a file needs none. */
export type Service = { url: Setting; key: Setting | undefined }

/** The service that the settings name. None is a UsageError, and one without its key an UnauthorizedError. */
export const findService = async (settings: Settings): Promise<Service> => {
  const url = await settings.find('url')
  if (!url)
    throw new UsageError('no service is named', {
      hint: 'set TESTCTL_URL (https://…, or file:./team.db), or store an address: testctl auth login; to have a look: testctl demo',
    })
  const key = await settings.find('apiKey')
  if (!key && !isFileAddress(url.value))
    throw new UnauthorizedError(`there is no key for ${url.value}`, {
      hint: 'set TESTCTL_API_KEY, or store a key: testctl auth login',
    })
  return { url, key }
}
