import { basename } from 'node:path'
import { isFileAddress } from '../config/address.ts'
import { createWaiting, type Waiting } from '../output/waiting.ts'
import type { Ground } from './ground.ts'

/** Makes what says that somebody is waited for: whoever is at an address. */
export const waitingAt = ({ io, flags }: Pick<Ground, 'io' | 'flags'>, address: string): Waiting =>
  createWaiting({ io, mode: flags().progress ?? 'auto', whom: nameOf(address) })

/** The host of a service, or the name of the file that it is in; never a user's name or password. */
const nameOf = (address: string): string => {
  if (isFileAddress(address)) return basename(address.replace(/^file:/i, ''))
  return URL.canParse(address) ? new URL(address).host : 'the service'
}
