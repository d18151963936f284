import { UsageError } from '../../errors.ts'
import type { StoreLocation } from '../address.ts'
import { createQueries } from '../queries.ts'
import type { Store } from '../index.ts'
import type { PostgresDatabase } from '../postgres/address.ts'
import { withDatabase } from '../postgres/examine.ts'
import { inReadOnly } from '../postgres/prepare.ts'
import { readOnly } from '../postgres/read-transactions.ts'
import { reasonOf } from '../sqlite/errors.ts'
import type { Queries } from '../table-types.ts'
import { copyIntoFile, lookInto } from './backup.ts'
import { clear, type RowCounts, copyContents, countContents, isEmpty } from './contents.ts'
import { withFile } from './store-file.ts'
import { longestStatement, withStore, withUpgraded } from './open.ts'
import { locate, nameBefore, type MaintenanceOptions, refuseItself, type Spot } from './locations.ts'
import { countOpen, readRevoked, revokeAgain } from './revocations.ts'
import { findVersion } from './versions.ts'
import { isBroken } from './new-file/digest.ts'
import { quoteWord } from '../../system/shell-line.ts'

/** The contents of a backup, and of the store that it would replace. `there` is undefined if there is no store, or no row in it. */
export type Replacement = {
  store: string
  backup: StoreContents & { version: number }
  there: StoreContents | undefined
}

/** The numbers of rows, and the identifiers of the projects. */
export type StoreContents = { counts: RowCounts; projects: readonly string[] }

/**
 * The result of a restore. `before` names the file with the replaced contents. `revoked` has the names of the keys that are valid in
 * the backup and stay revoked. `unknown` counts the keys that may have been revoked since the backup, if the store was empty and cannot
 * tell.
 */
export type Restored = {
  store: string
  file: string
  counts: RowCounts
  before?: string
  revoked?: readonly string[]
  unknown?: number
}

/** Describes what a restore would replace, and with what. */
export const beforeRestore = async (
  { file, to }: { file: StoreLocation; to: string },
  setting: MaintenanceOptions,
): Promise<Replacement> => {
  const spot = locate(to, setting)
  if (spot.file) refuseItself(spot.file, file)
  return withBackup(file, spot, setting, async (backup) => ({
    store: spot.label,
    backup: { ...(await backup.read((queries) => describe(queries))), version: (await lookInto(file)).version },
    there: await describeStore(spot, setting),
  }))
}

/**
 * Replaces the contents of a store by a backup, in one transaction, while its servers keep running. Backs up the replaced contents in
 * that transaction, so that no change is lost; keys that were revoked there stay revoked. With `replace` false, throws a UsageError if
 * the store is not empty. DECISIONS 63
 */
export const restore = async (
  { file, to, replace }: { file: StoreLocation; to: string; replace: boolean },
  setting: MaintenanceOptions,
): Promise<Restored> => {
  const spot = locate(to, setting)
  if (spot.file) refuseItself(spot.file, file)
  return withBackup(file, spot, setting, (backup) =>
    withStore(spot, setting, async (store) => {
      const place = nameBefore(spot, 'restore', setting)
      const kept: Pick<Restored, 'before' | 'revoked' | 'unknown'> = {}
      const counts = await store.write(async (queries) => {
        const revoked = await readRevoked(queries)
        const hadNothing = await isEmpty(queries)
        if (!hadNothing) {
          if (!replace) throw new UsageError(`${spot.label} is not empty`, { hint: 'add --yes to replace it' })
          // If the transaction is retried, the backup is made anew.
          await copyIntoFile(queries, { to: place, force: kept.before !== undefined }, setting)
          kept.before = place.label
          await clear(queries)
        }
        await backup.read((original) => copyContents(original, queries, setting))
        if (hadNothing) kept.unknown = await countOpen(queries)
        else kept.revoked = await revokeAgain(queries, revoked)
        return countContents(queries)
      })
      return { store: spot.label, file: file.label, counts, ...kept }
    }),
  )
}

/** Describes an existing store and changes nothing: a store of an earlier version is not upgraded. DECISIONS 538 */
const describeStore = async (spot: Spot, setting: MaintenanceOptions): Promise<StoreContents | undefined> => {
  const version = await findVersion(spot, setting)
  if (version === 0) return undefined
  const there = spot.file
    ? await withFile(spot.file, (connection) => describe(createQueries(connection.query, 'sqlite'), version))
    : await describeDatabase(spot.base, version, setting)
  return Object.values(there.counts).some((rows) => rows > 0) ? there : undefined
}

const describeDatabase = (
  base: PostgresDatabase,
  version: number,
  { timeoutMs = 10_000, stop, hurry }: MaintenanceOptions,
): Promise<StoreContents> =>
  withDatabase(base, { timeoutMs, answerMs: longestStatement, stop, hurry }, (connection) =>
    inReadOnly(connection, () => describe(createQueries(connection.query, 'postgres'), version), readOnly),
  )

const describe = async (queries: Queries, version?: number): Promise<StoreContents> => {
  const projects = await queries.selectFrom('projects').select('identifier').orderBy('position').execute()
  return { counts: await countContents(queries, version), projects: projects.map(({ identifier }) => identifier) }
}

/** Works on an upgraded copy of a backup. Damage found before the copy exists is in the backup, not in the store. DECISIONS 523 */
const withBackup = async <T>(
  file: StoreLocation,
  spot: Spot,
  setting: MaintenanceOptions,
  work: (backup: Store) => Promise<T>,
): Promise<T> => {
  await refuseBroken(file)
  let isCopied = false
  try {
    return await withUpgraded(file, spot, setting, (backup) => {
      isCopied = true
      return work(backup)
    })
  } catch (error) {
    if (isCopied || reasonOf((error as Error).cause) !== 'CORRUPT') throw error
    const hint = 'it may have been cut off while it was copied: fetch it again, or restore another one'
    throw new UsageError(`the backup ${file.label} is damaged: nothing was restored`, { hint, cause: error })
  }
}

// Contents that have changed since the backup was made would replace good data. DECISIONS 109, 137
const refuseBroken = async ({ label, path }: StoreLocation): Promise<void> => {
  if (!(await isBroken(path).catch(() => false))) return
  throw new UsageError(`bytes of the backup ${label} have changed since it was made`, {
    hint: `restore another one; to inspect this one: testctl store copy ${quoteWord(`file:${label}`)} file:./looked-at.db`,
  })
}
