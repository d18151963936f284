import { basename } from 'node:path'
import { isFileAddress } from '../config/address.ts'
import { createWaiting, type WaitingLine } from '../output/status-line/waiting.ts'
import type { Store } from '../store/index.ts'
import type { Io } from '../system/io.ts'

/** Makes the line that says which service is waited for, by its address. */
export const waitingAt = (io: Io, address: string): WaitingLine => createWaiting(io, nameOf(address))

/** Wraps a store so that long waits for it are shown. */
export const attendStore = (store: Store, waiting: WaitingLine): Store => ({
  ...store,
  read: (work) => waiting.during(() => store.read(work)),
  write: (work) => waiting.during(() => store.write(work)),
})

/** The host of a service, or the name of the file that it is in; never a user's name or password. */
const nameOf = (address: string): string => {
  if (isFileAddress(address)) return basename(address.replace(/^file:/i, ''))
  return URL.canParse(address) ? new URL(address).host : 'the service'
}
