import { UsageError } from '../../errors.ts'
import { backUp } from './backup.ts'
import { refuseForeignParts } from '../sqlite/foreign-parts.ts'
import { withStore } from './open.ts'
import { locate, nameBefore, type MaintenanceOptions } from './locations.ts'
import { withFile } from './store-file.ts'
import { known, readStoreVersion } from './versions.ts'

/** The versions of the schema before and after, and the backup that was made first. */
export type Migration = { store: string; from: number; to: number; backup?: string }

/**
 * Upgrades a store to the version of this testctl, in one transaction, after a backup of a store in a file. `dryRun`
 * only says what it would do.
 */
export const migrate = async (
  { address, dryRun = false }: { address: string; dryRun?: boolean },
  setting: MaintenanceOptions,
): Promise<Migration> => {
  const spot = locate(address, setting)
  const from = await readStoreVersion(spot, setting)
  const plan = { store: spot.label, from, to: known }
  if (from === known) return plan
  // Checked before the backup, which would be left behind.
  if (spot.file) await withFile(spot.file, (connection) => refuseForeignParts(connection, spot.file!))
  const backup = spot.file && nameBefore(spot, `version-${known}`, setting)
  if (!dryRun) {
    if (backup) await backUp({ from: address, to: backup }, setting)
    await withStore(spot, setting, async () => undefined)
    const reached = await readStoreVersion(spot, setting)
    if (reached !== known) throw new UsageError(`the store ${spot.label} is of version ${reached}, not ${known}`)
  }
  return { ...plan, ...(backup && { backup: backup.label }) }
}
