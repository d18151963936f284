import { basename, dirname, join } from 'node:path'
import { UsageError } from '../../errors.ts'
import { isPostgresAddress, parseStoreAddress, type StoreLocation } from '../address.ts'
import { randomBytes } from 'node:crypto'
import type { Options } from '../engine.ts'
import { type Base, parsePostgresAddress } from '../postgres/address.ts'
import type { Worker } from './workshop.ts'

/** How stores are opened here, and what time it is. */
export type MaintenanceOptions = Pick<Options, 'timeoutMs' | 'stop'> &
  Worker & {
    /** Where relative names start. */
    folder: string
    now: () => Date
    /** Told how many rows were done since it was last told. */
    step?: (rows: number) => void
  }

/** Where a store is, by what is done with it: a file, or a database. `label` is its name for people. */
export type Spot = { label: string; address: string } & (
  | { file: StoreLocation; base?: never }
  | { base: Base; file?: never }
)

/** Reads the address of a store that is to last. Throws a UsageError for one in memory. */
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
 * A name for what was in a store before this: beside its file, or in this folder where it is a database. Names of one moment
 * sort by time and differ all the same.
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
