import type { Settings } from '../config/index.ts'
import type { Storage } from '../config/profiles/storage.ts'
import type { Io } from '../system/io.ts'
import type { StandbyState } from '../store/standbys/index.ts'
import type { Sender } from '../wire/outgoing.ts'

/** The dependencies of an examination. */
export type Needs = {
  io: Pick<Io, 'env' | 'cwd' | 'platform' | 'root' | 'uid' | 'now' | 'stop'>
  settings: Settings
  storage: () => Promise<Storage>
  /** Connects to the service at an address, without retries; the key is optional. */
  reach: (service: { url: string; key?: string | undefined }) => Promise<Sender>
  /** Examines the standbys of TESTCTL_STORE_READS; throws a typed error if that is not possible. */
  standbys: () => Promise<readonly StandbyState[]>
  /** How long each check may take, in milliseconds. */
  limit: number
}
