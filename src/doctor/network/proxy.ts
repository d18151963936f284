import type { Address } from '../../wire/network/address.ts'
import { proxyFor, proxyVariableFor } from '../../wire/network/choose-proxy.ts'
import { type Finding, ok } from '../finding.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The way to a service; the proxy's URL may hold a password. */
export type Way = { proxy: URL | undefined }

/** Checks whether the environment sends requests for an address through a proxy. */
export const checkProxy = (address: Address, env: Environment): Finding<Way> => {
  const used = proxyFor(address, env)
  const variable = proxyVariableFor(address, env)
  if (used !== undefined) return ok(`${masked(new URL(used))} (${variable})`, { proxy: new URL(used) })
  const straight = { proxy: undefined }
  if (variable === undefined) return ok('not set', straight)
  if (address.loopback) return ok(`none is used for this very machine, though ${variable} is set`, straight)
  return ok(`none is used: NO_PROXY excepts ${address.hostname} from ${variable}`, straight)
}

/** Returns the URL of a proxy with its user name and password masked. */
const masked = ({ protocol, username, password, host }: URL): string =>
  `${protocol}//${username || password ? '********@' : ''}${host}`
