import { statSync } from 'node:fs'
import { isFileAddress } from '../config/address.ts'
import type { ProjectFile } from '../config/project-file.ts'
import type { Settings } from '../config/index.ts'
import type { Storage } from '../config/profiles/storage.ts'
import { plainSettings } from '../config/setting-values.ts'
import { UnauthorizedError, UsageError } from '../errors.ts'
import { parseStoreAddress, type StoreLocation } from '../store/address.ts'
import { type Address, parseAddress } from '../wire/network/address.ts'
import { fail, type Finding, ok, skip, warn } from './finding.ts'
import { counted } from '../output/text/count.ts'

/** Checks the configuration file, and reports the profile in use. A missing file is fine: the environment can set everything. */
export const checkConfiguration = async ({
  storage,
  settings,
}: {
  storage: () => Promise<Storage>
  settings: Settings
}): Promise<Finding> => {
  const { file, read } = await storage()
  if (file === undefined) return warn('there is no home directory to keep settings in', 'set TESTCTL_CONFIG_DIR')
  // In a folder that cannot be entered, the file would seem to be missing.
  const reason = reasonNotToLook(file)
  if (reason === 'ENOENT' || reason === 'ENOTDIR') return ok(`${file} is not there; testctl auth login makes it`)
  if (reason !== undefined)
    return fail(UsageError, `${file} cannot be read (${reason})`, 'set TESTCTL_CONFIG_DIR to a folder of yours')
  const { profiles } = read()
  const used = await settings.find('profile')
  const count = Object.keys(profiles).length
  return ok(`${file}, ${counted(count, 'profile')}, ${used ? `in use: ${used.value} (${used.origin})` : 'none in use'}`)
}

/** Reports the project file whose settings apply in the current folder. */
export const checkProjectFile = (read: () => ProjectFile | undefined): Finding => {
  const found = read()
  if (!found) return ok('there is no .testctl.json here or above')
  return ok(`${found.file} sets ${Object.keys(found.settings).join(', ') || 'nothing'}`)
}

/** Lists every setting that has a value, and its origin; the address and the key have checks of their own. */
export const checkSettings = async (settings: Settings): Promise<Finding> => {
  const made: string[] = []
  for (const name of plainSettings.filter((name) => name !== 'url')) {
    const found = await settings.find(name)
    if (found) made.push(`${name} ${found.value} (${found.origin})`)
  }
  return ok(made.join(', ') || 'none is made')
}

/** The location of a service: at an address of the network, or in a file. */
export type ServiceLocation = { address: Address; place?: never } | { place: StoreLocation; address?: never }

/** Checks the address of the service. It may be missing if TESTCTL_STORE names a store, as for `serve` and `keys`. DECISIONS 451 */
export const checkAddress = async (
  settings: Settings,
  { folder, allowHttp, store }: { folder: string; allowHttp: boolean; store: 'none' | 'named' | 'unknown' },
): Promise<Finding<ServiceLocation>> => {
  const url = await settings.find('url')
  if (url) {
    const site: ServiceLocation = isFileAddress(url.value)
      ? { place: parseStoreAddress(url.value, folder) }
      : { address: parseAddress(url.value, { allowHttp }) }
    return ok(`${url.value} (${url.origin})`, site)
  }
  if (store === 'named') return skip('no service is named; TESTCTL_STORE names a store')
  if (store === 'unknown')
    return fail(
      UsageError,
      'TESTCTL_STORE is not the address of a store',
      'write a store as file:./team.db or postgres://user@host/database',
    )
  return fail(
    UsageError,
    'no service is named',
    'set TESTCTL_URL (https://…, or file:./team.db for a service in a file), or store an address: testctl auth login',
  )
}

/** Checks that there is a key for the service, and reports its origin and that it goes nowhere else. Never reports the key itself. */
export const checkStoredKey = async (settings: Settings, { origin }: Address): Promise<Finding<string>> => {
  const key = await settings.find('apiKey')
  if (key) return ok(`from ${key.origin}; it is sent only to ${origin}`, key.value)
  return fail(
    UnauthorizedError,
    `there is no key for ${origin}`,
    'set TESTCTL_API_KEY, or store a key: testctl auth login',
  )
}

const reasonNotToLook = (file: string): string | undefined => {
  try {
    return statSync(file) && undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  }
}
