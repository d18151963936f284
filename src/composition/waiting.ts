import { basename } from 'node:path'
import { isFileAddress } from '../config/address.ts'
import { createWaiting, type WaitingLine } from '../output/status-line/waiting.ts'
import type { Store } from '../store/index.ts'
import type { Io } from '../system/io.ts'

/** Creates the status line that names the service that testctl waits for, from its address. */
export const waitingAt = (io: Io, address: string): WaitingLine => createWaiting(io, nameOf(address))

/** Wraps a store so that long waits for it are shown. */
export const attendStore = (store: Store, waiting: WaitingLine): Store => ({
  ...store,
  read: (work) => waiting.during(() => store.read(work)),
  write: (work) => waiting.during(() => store.write(work)),
})

/** Returns the host of a service, or the name of its file; never a user name or password. */
const nameOf = (address: string): string => {
  if (isFileAddress(address)) return basename(address.replace(/^file:/i, ''))
  return URL.canParse(address) ? new URL(address).host : 'the service'
}
