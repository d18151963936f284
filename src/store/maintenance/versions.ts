import { statSync } from 'node:fs'
import { UsageError } from '../../errors.ts'
import { migrations } from '../migrations.ts'
import { createConnection } from '../postgres/connection.ts'
import { loadDriver } from '../postgres/session.ts'
import { explainPostgresOpening } from '../postgres/errors.ts'
import { readPostgresVersion as readDatabaseVersion } from '../postgres/prepare.ts'
import { withFile } from './store-file.ts'
import type { MaintenanceOptions, Spot } from './locations.ts'

/** The version that this testctl makes and knows. */
export const known = migrations.length

/** The version of a store's schema, which is left as it is; 0 where there is nothing yet. */
export const findVersion = async (spot: Spot, { timeoutMs = 10_000 }: MaintenanceOptions): Promise<number> => {
  if (spot.file) {
    const size = statSync(spot.file.path, { throwIfNoEntry: false })?.size ?? 0
    return size === 0 ? 0 : withFile(spot.file, (_, version) => version)
  }
  const connection = createConnection(await loadDriver(), spot.base, { timeoutMs })
  try {
    await connection.connect()
    return await readDatabaseVersion(connection, spot.base)
  } catch (error) {
    throw explainPostgresOpening(error, spot.base)
  } finally {
    await connection.close()
  }
}

/** The same, where there must be something. */
export const readStoreVersion = async (spot: Spot, setting: MaintenanceOptions): Promise<number> => {
  const version = await findVersion(spot, setting)
  if (version === 0) throw new UsageError(`there is no store ${spot.label}`, { hint: 'check its address' })
  return version
}

/** For what can only be done with the version that is known here. */
export const refuseOld = ({ label }: Spot, version: number): number => {
  if (version < known)
    throw new UsageError(`the store ${label} is of version ${version}, and this testctl knows ${known}`, {
      hint: 'upgrade it first: testctl store migrate',
    })
  return version
}
