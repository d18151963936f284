import { pathInAddress, type Paths, platformPaths } from '../system/files/drive.ts'
import { UsageError } from '../errors.ts'

/**
 * Parses the address of a service (`https:`, `http:` or `file:`) into the form that is stored: the path of a file is absolute. Throws a
 * UsageError for anything else; it does not repeat the text, which may be a pasted key.
 */
export const parseServiceAddress = (
  text: string,
  { cwd, origin, paths = platformPaths }: { cwd: string; origin: string; paths?: Paths },
): string => {
  const address = text.trim()
  if (isFileAddress(address)) return absolute(address, cwd, paths)
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !protocols.includes(url.protocol))
    throw new UsageError(`${origin} is not the address of a service`, { hint: hintFor(address) })
  if (url.username || url.password)
    throw new UsageError(`${origin} holds a user name or a password: testctl sends a key instead`, {
      hint: 'testctl auth login',
    })
  if (/[?#]/.test(address)) throw new UsageError(`${origin} must end before the ? or #`, { hint: 'leave out the rest' })
  const beyond = beyondBase.exec(url.pathname.replace(/\/+$/, ''))?.[0]
  if (beyond !== undefined)
    throw new UsageError(`${origin} ends in ${beyond}, which is not part of the address of a service`, {
      hint: `leave out ${beyond}`,
    })
  return address
}

/** Whether an address names a file of this computer: such a service needs no key. */
export const isFileAddress = (address: string): boolean => /^file:/i.test(address)

/** Returns what a key belongs to: scheme, host and port of an address; undefined for an invalid address. */
export const originOfAddress = (address: string): string | undefined => {
  if (isFileAddress(address)) return 'file:'
  return URL.canParse(address) ? new URL(address).origin : undefined
}

// A relative file address would name another file in every folder.
const absolute = (address: string, cwd: string, paths: Paths): string => {
  const named = pathInAddress(address.slice('file:'.length), paths)
  return named === '' || named === ':memory:' || named.startsWith('//') ? address : `file:${paths.resolve(cwd, named)}`
}

// The paths of the interface and of the pages of testctl's own server.
const beyondBase = /\/(v1(\/.*)?|settings(\/.*)?|openapi\.json|healthz|readyz|metrics)$/

/** Explains how an address is written, and what seems to be missing. Does not repeat the address: it may be a key. */
const hintFor = (address: string): string => {
  const form = 'an address is written https://tests.example.com or file:./team.db'
  if (/^postgres(ql)?:/i.test(address))
    return 'serve the database, and give the address of that service: testctl serve --store postgres://…'
  if (isInQuotes(address)) return withoutQuotes(address, form)
  if (fileLike.test(address)) return `write file: before the path; ${form}`
  if (!bareHost.test(address)) return form
  return `write ${withScheme(address).slice(0, -address.length)} before the host; ${form}`
}

/** Completes an address that was typed without a scheme, of a host or of a file. DECISIONS 182 */
export const completeAddress = (typed: string): string => {
  const address = typed.trim()
  return fileLike.test(address) ? `file:${address}` : withScheme(address)
}

/** Adds a scheme to a host: http on this machine, https elsewhere. */
const withScheme = (address: string): string => {
  if (!bareHost.test(address)) return address
  return `${/^(localhost|127(\.\d+){3}|\[::1\])([:/]|$)/i.test(address) ? 'http' : 'https'}://${address}`
}

// Names and addresses of machines. Signed tokens, such as a JWT, have dots as well, but no such last part.
const bareHost =
  /^(localhost|\[[0-9a-f:]{2,45}\]|\d{1,3}(\.\d{1,3}){3}|([a-z0-9-]{1,63}\.){1,9}[a-z]{2,18}|[a-z0-9-]{1,63}(?=:\d))(:\d{1,5})?(\/[\w./~-]{0,200})?$/i
const fileLike = /^(\.{0,2}\/|\.{1,2}\\|[a-z]:[\\/])[\w./\\ ~-]+$|^[\w./\\ ~-]+\.(db|sqlite3?)$/i

const isInQuotes = (value: string): boolean => /^["'“‘].*["'”’]$/.test(value)

/**
 * Returns a hint on the form of an address; it says to leave out the quotes, if there are any. A file of variables, such as that of docker
 * run --env-file, keeps them as a part of the value.
 */
export const withoutQuotes = (value: string, form: string): string =>
  isInQuotes(value) ? `leave out the quotes; ${form}` : form

const protocols = ['https:', 'http:']
