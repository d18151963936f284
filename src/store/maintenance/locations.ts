import { statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { UsageError } from '../../errors.ts'
import { quoteWord } from '../../system/shell-line.ts'
import { isPostgresAddress, parseStoreAddress, type StoreLocation } from '../address.ts'
import { randomBytes } from 'node:crypto'
import type { Options } from '../engine.ts'
import { type PostgresDatabase, parsePostgresAddress } from '../postgres/address.ts'
import type { Worker } from './new-file/folder.ts'

/** How to open stores here, and the clock. */
export type MaintenanceOptions = Pick<Options, 'timeoutMs' | 'stop' | 'hurry'> &
  Worker & {
    /** The folder that relative names start from. */
    folder: string
    now: () => Date
    /** Called with the number of rows done since the last call. */
    step?: (rows: number) => void
  }

/** The location of a store: a file, or a database. `label` is its name for people. */
export type Spot = { label: string; address: string } & (
  | { file: StoreLocation; base?: never }
  | { base: PostgresDatabase; file?: never }
)

/** Reads the address of a permanent store. Throws a UsageError for one in memory. */
export const locate = (address: string, { folder }: Pick<MaintenanceOptions, 'folder'>): Spot => {
  if (isPostgresAddress(address)) {
    const base = parsePostgresAddress(address)
    return { label: base.label, address, base }
  }
  const file = parseStoreAddress(address, folder)
  if (file.path === ':memory:')
    throw new UsageError('a store in memory is gone when this command ends', { hint: 'name a file: file:./team.db' })
  return { label: file.label, address, file }
}

/**
 * Returns the flag that names a store in a command for the user to type. Leaves out a password, which belongs in PGPASSWORD.
 * DECISIONS 338
 */
export const storeFlag = ({ address, file }: Spot): string => {
  const named = file
    ? address
    : address
        .replace(/^(\w+:\/\/[^:@/?#]*):[^/?#]*@/, '$1@')
        .replace(/([?&])(?:(?:ssl)?password=[^&]*(?:&|$))+/gi, '$1')
        .replace(/[?&]$/, '')
  return ` --store ${quoteWord(named)}`
}

/**
 * Returns a file name for the backup of a store before a change: beside its file, or in `folder` if it is a database. The names sort by
 * time, and differ even at the same moment.
 */
export const nameBefore = (
  spot: Spot,
  what: string,
  { folder, now }: Pick<MaintenanceOptions, 'folder' | 'now'>,
): StoreLocation => {
  const time = now().toISOString().replace(/[-:]/g, '')
  const ending = `before-${what}-${time}-${randomBytes(3).toString('hex')}.db`
  if (spot.base) {
    const name = `${basename(new URL(spot.base.addresses[0]).pathname)}.${ending}`
    return { label: name, path: join(folder, name) }
  }
  const name = `${basename(spot.file.path, '.db')}.${ending}`
  return { label: join(dirname(spot.file.label), name), path: join(dirname(spot.file.path), name) }
}

/** Throws a UsageError if a file is the store itself, by whatever name: work on both would change the one that it reads. DECISIONS 474 */
export const refuseItself = (store: StoreLocation, file: StoreLocation): void => {
  const [one, other] = [store, file].map(({ path }) => statSync(path, { throwIfNoEntry: false }))
  if (one && other && one.dev === other.dev && one.ino === other.ino)
    throw new UsageError(`${file.label} is the store itself`, { hint: 'name another file' })
}
