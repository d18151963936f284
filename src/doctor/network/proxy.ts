import type { Address } from '../../wire/network/address.ts'
import { proxyFor, proxyVariableFor } from '../../wire/network/choose-proxy.ts'
import { type Finding, ok } from '../finding.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The way to a service; the proxy's URL may hold a password. */
export type Way = { proxy: URL | undefined }

/** The way that the environment sends requests for an address. */
export const checkProxy = (address: Address, env: Environment): Finding<Way> => {
  const used = proxyFor(address, env)
  const variable = proxyVariableFor(address, env)
  if (used !== undefined) return ok(`${masked(new URL(used))} (${variable})`, { proxy: new URL(used) })
  const straight = { proxy: undefined }
  if (variable === undefined) return ok('not set', straight)
  if (address.loopback) return ok(`none is used for this very machine, though ${variable} is set`, straight)
  return ok(`none is used: NO_PROXY excepts ${address.hostname} from ${variable}`, straight)
}

/** A proxy without its name and password. */
const masked = ({ protocol, username, password, host }: URL): string =>
  `${protocol}//${username || password ? '********@' : ''}${host}`
