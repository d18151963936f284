import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { retryWhileOpen } from '../files/busy.ts'
import { UsageError } from '../errors.ts'
import type { Place } from '../store/address.ts'
import type { Store } from '../store/index.ts'
import { createQueries } from '../store/queries.ts'
import type { Queries } from '../store/tables.ts'
import { copyIntoFile, lookInto } from './backup.ts'
import { clear, type Counts, copyContents, countContents, isEmpty } from './contents.ts'
import { vacuumInto, withFile } from './file.ts'
import { withStore } from './opening.ts'
import { locate, nameBefore, type Setting, type Spot } from './places.ts'
import { countOpen, readRevoked, revokeAgain } from './revocations.ts'
import { findVersion } from './versions.ts'
import { isBroken } from './seal.ts'
import { makeWorkshop } from './workshop.ts'

/** What is in a backup, and what is in a store that it would replace: nothing where `there` is undefined. */
export type Replacement = { store: string; backup: Contents & { version: number }; there: Contents | undefined }

/** How much there is, and the names of the projects. */
export type Contents = { counts: Counts; projects: readonly string[] }

/**
 * What was restored; `before` names the file that keeps what was there. `revoked` are the keys, by name, that the backup
 * has as valid and that stay revoked; `unknown` counts those that may have been revoked since, where nothing was there to tell.
 */
export type Restored = {
  store: string
  file: string
  counts: Counts
  before?: string
  revoked?: readonly string[]
  unknown?: number
}

/** Says what restoring a backup would do. */
export const beforeRestore = async (
  { file, to }: { file: Place; to: string },
  setting: Setting,
): Promise<Replacement> => {
  const spot = locate(to, setting)
  const { version } = await lookInto(file)
  return withUpgraded(file, spot, setting, async (backup) => ({
    store: spot.said,
    backup: { ...(await backup.read((queries) => describe(queries))), version },
    there: await describeStore(spot, setting),
  }))
}

/**
 * Puts what is in a backup in the place of what is in a store, in one transaction: servers on it go on. What was there is
 * backed up in that transaction, so that nothing that anybody wrote is lost, and keys that were revoked there stay revoked. With `replace` false, a store that has
 * something is refused. DECISIONS 63
 */
export const restore = async (
  { file, to, replace }: { file: Place; to: string; replace: boolean },
  setting: Setting,
): Promise<Restored> => {
  const spot = locate(to, setting)
  return withUpgraded(file, spot, setting, (backup) =>
    withStore(spot, setting, async (store) => {
      const place = nameBefore(spot, 'restore', setting)
      const kept: Pick<Restored, 'before' | 'revoked' | 'unknown'> = {}
      await store.write(async (queries) => {
        const revoked = await readRevoked(queries)
        const hadNothing = await isEmpty(queries)
        if (!hadNothing) {
          if (!replace) throw new UsageError(`${spot.said} has something in it`, { hint: 'add --yes to replace it' })
          // A second attempt backs up anew.
          await copyIntoFile(queries, { to: place, force: kept.before !== undefined }, setting)
          kept.before = place.said
          await clear(queries)
        }
        await backup.read((original) => copyContents(original, queries, setting))
        if (hadNothing) kept.unknown = await countOpen(queries)
        else kept.revoked = await revokeAgain(queries, revoked)
      })
      const counts = await store.read((queries) => countContents(queries))
      return { store: spot.said, file: file.said, counts, ...kept }
    }),
  )
}

/** A store that is there is left as it is, also where it is of an earlier version. */
const describeStore = async (spot: Spot, setting: Setting): Promise<Contents | undefined> => {
  const version = await findVersion(spot, setting)
  if (version === 0) return undefined
  const there = spot.file
    ? await withFile(spot.file, (connection) => describe(createQueries(connection.query, 'sqlite'), version))
    : await withStore(spot, setting, (store) => store.read((queries) => describe(queries)))
  return Object.values(there.counts).some((rows) => rows > 0) ? there : undefined
}

const describe = async (queries: Queries, version?: number): Promise<Contents> => {
  const projects = await queries.selectFrom('projects').select('identifier').orderBy('position').execute()
  return { counts: await countContents(queries, version), projects: projects.map(({ identifier }) => identifier) }
}

/** Opens a copy of a backup: the backup itself stays as it is, and of the version that it is. */
const withUpgraded = async <T>(
  file: Place,
  spot: Spot,
  setting: Setting,
  work: (backup: Store) => Promise<T>,
): Promise<T> => {
  await refuseBroken(file)
  const workshop = await makeWorkshop(spot.file ? dirname(spot.file.path) : tmpdir(), setting)
  try {
    const path = join(workshop, 'backup.db')
    await withFile(file, (connection) => vacuumInto(connection, { said: file.said, path }))
    return await withStore({ address: `file:${path}` }, setting, work)
  } finally {
    await retryWhileOpen(() => rm(workshop, { recursive: true, force: true }))
  }
}

// What is in it may be another's words by now, and would take the place of what is known to be right. DECISIONS 109, 137
const refuseBroken = async ({ said, path }: Place): Promise<void> => {
  if (!(await isBroken(path).catch(() => false))) return
  throw new UsageError(`bytes of the backup ${said} have changed since it was made`, {
    hint: `restore another one; to look at what is in this one: testctl store copy file:${said} file:./looked-at.db`,
  })
}
