import type { Context } from '../../../composition/context.ts'
import { isFileAddress } from '../../../config/address.ts'

/** The name of whoever the key belongs to, which tests are assigned by; undefined where it cannot be learned. */
export const whoAmI = async ({ io, settings }: Context): Promise<string | undefined> => {
  const address = (await settings.find('url'))?.value
  return address !== undefined && isFileAddress(address) ? io.user() : undefined
}
