import { statSync } from 'node:fs'
import { UsageError } from '../../errors.ts'
import { migrations } from '../migrations.ts'
import { withDatabase } from '../postgres/examine.ts'
import { readPostgresVersion } from '../postgres/prepare.ts'
import { withFile } from './store-file.ts'
import { type MaintenanceOptions, type Spot, storeFlag } from './locations.ts'

/** The version of the schema that this testctl makes and knows. */
export const known = migrations.length

/** Reads the schema version of a store and does not upgrade it; 0 if there is no store yet. */
export const findVersion = async (
  spot: Spot,
  { timeoutMs = 10_000, stop, hurry }: MaintenanceOptions,
): Promise<number> => {
  if (spot.file) {
    const size = statSync(spot.file.path, { throwIfNoEntry: false })?.size ?? 0
    return size === 0 ? 0 : withFile(spot.file, (_, version) => version)
  }
  return withDatabase(spot.base, { timeoutMs, stop, hurry }, (connection) => readPostgresVersion(connection, spot.base))
}

/** Reads the schema version of a store. Throws a UsageError if the store does not exist. */
export const readStoreVersion = async (spot: Spot, setting: MaintenanceOptions): Promise<number> => {
  const version = await findVersion(spot, setting)
  if (version === 0) throw new UsageError(`there is no store ${spot.label}`, { hint: 'check its address' })
  return version
}

/** Throws a UsageError for a store of an earlier version than this testctl; returns the version of any other. */
export const refuseOld = (spot: Spot, version: number): number => {
  if (version < known)
    throw new UsageError(`the store ${spot.label} is of version ${version}, and this testctl knows ${known}`, {
      hint: `upgrade it first: testctl store migrate${storeFlag(spot)}`,
    })
  return version
}
