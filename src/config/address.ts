import path, { type PlatformPath } from 'node:path'
import { pathInAddress } from '../system/files/drive.ts'
import { UsageError } from '../errors.ts'

/**
 * The address of a service as it was given (`https:`, `http:` or `file:`), in the form that is stored: that of a file is
 * absolute. Anything else is a UsageError, which does not repeat it: somebody may have pasted the key.
 */
export const parseServiceAddress = (
  text: string,
  { cwd, origin, paths = path }: { cwd: string; origin: string; paths?: PlatformPath },
): string => {
  const address = text.trim()
  if (isFileAddress(address)) return absolute(address, cwd, paths)
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !protocols.includes(url.protocol))
    throw new UsageError(`${origin} is not the address of a service`, {
      hint: 'an address is written https://tests.example.com or file:./team.db',
    })
  if (url.username || url.password)
    throw new UsageError(`${origin} holds a user name or a password: testctl sends a key instead`, {
      hint: 'testctl auth login',
    })
  if (/[?#]/.test(address)) throw new UsageError(`${origin} must end before the ? or #`)
  return address
}

/** Whether an address names a file of this computer: such a service needs no key. */
export const isFileAddress = (address: string): boolean => /^file:/i.test(address)

/** What a key belongs to: scheme, host and port of an address; undefined where there is none. */
export const originOfAddress = (address: string): string | undefined => {
  if (isFileAddress(address)) return 'file:'
  return URL.canParse(address) ? new URL(address).origin : undefined
}

// A relative file address would name another file in every folder.
const absolute = (address: string, cwd: string, paths: PlatformPath): string => {
  const named = pathInAddress(address.slice('file:'.length), paths)
  return named === '' || named === ':memory:' || named.startsWith('//') ? address : `file:${paths.resolve(cwd, named)}`
}

const protocols = ['https:', 'http:']
