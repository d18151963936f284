import type { Settings } from '../config/index.ts'
import type { Storage } from '../config/profiles/storage.ts'
import type { Io } from '../system/io.ts'
import type { StandbyState } from '../store/standbys/index.ts'
import type { Sender } from '../wire/outgoing.ts'

/** What an examination needs to know, and to reach. */
export type Needs = {
  io: Pick<Io, 'env' | 'cwd' | 'platform' | 'root' | 'uid' | 'now' | 'stop'>
  settings: Settings
  storage: () => Promise<Storage>
  /** The service at an address, without a second try; without a key where none is given. */
  reach: (service: { url: string; key?: string | undefined }) => Promise<Sender>
  /** How the standbys of TESTCTL_STORE_READS stand; throws a typed error where they cannot be looked at. */
  standbys: () => Promise<readonly StandbyState[]>
  /** How long each check may take, in milliseconds. */
  limit: number
}
