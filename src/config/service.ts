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
      hint: 'testctl auth login, or set TESTCTL_URL (https://…, or file:./team.db); to have a look: testctl demo',
    })
  const key = await settings.find('apiKey')
  if (!key && !isFileAddress(url.value))
    throw new UnauthorizedError(`there is no key for ${url.value}`, {
      hint: 'testctl auth login, or set TESTCTL_API_KEY',
    })
  return { url, key }
}
