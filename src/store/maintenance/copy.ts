import { lstatSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { UnavailableError, UsageError } from '../../errors.ts'
import { quoteWord } from '../../system/shell-line.ts'
import type { StoreLocation } from '../address.ts'
import { createQueries } from '../queries.ts'
import { connectTo, readPragma } from '../sqlite/connection.ts'
import type { Queries } from '../table-types.ts'
import { type RowCounts, copyContents, countContents, isEmpty } from './contents.ts'
import { withStore, withUpgraded } from './open.ts'
import { locate, type MaintenanceOptions, refuseItself, type Spot, storeFlag } from './locations.ts'
import type { Sum, Table } from './rows.ts'
import { throughLinks, withFile } from './store-file.ts'
import { findVersion, known, readStoreVersion, refuseOld } from './versions.ts'

/** The result of a copy: `tables` holds for each table how many rows it has, and a digest of them that was the same in both. */
export type Copied = { from: string; to: string; counts: RowCounts; tables: Record<Table, Sum> }

/**
 * Copies a store into another one, which must be missing or empty: everything is copied, or nothing. The source is only read: a file of
 * an earlier version is not upgraded, and a database of an earlier version is refused. A target of an earlier version is refused and
 * left unchanged. DECISIONS 64, 271
 */
export const copyStore = async (
  { from, to }: { from: string; to: string },
  setting: MaintenanceOptions,
): Promise<Copied> => {
  const [source, target] = [locate(from, setting), locate(to, setting)]
  if (source.file && target.file) refuseItself(source.file, target.file)
  const copyFrom = (queries: Queries): Promise<Copied> =>
    withStore(target, setting, async (replica) => {
      // Asks nothing after the commit: a failure then would report that nothing was copied.
      const copied = await replica.write(async (kept) => {
        if (!(await isEmpty(kept)))
          throw new UsageError(`${target.label} is not empty`, {
            hint: `name a new one; to replace its contents: ${restoreLine(source, target)}`,
          })
        const tables = await copyContents(queries, kept, setting)
        return { counts: await countContents(kept), tables }
      })
      return { from: source.label, to: target.label, ...copied }
    })
  const version = await readStoreVersion(source, setting)
  await refuseOldTarget(target, setting)
  const copy = () => readSource(source, { version, target }, setting, copyFrom)
  return target.file ? removedOnFailure(throughLinks(target.file), copy) : copy()
}

/**
 * Does work that may create a store in a file, and removes that store if the work fails, so that nothing is left on a full disk.
 * DECISIONS 340
 */
const removedOnFailure = async <T>(place: StoreLocation, work: () => Promise<T>): Promise<T> => {
  if (lstatSync(place.path, { throwIfNoEntry: false })) return work()
  try {
    return await work()
  } catch (error) {
    await removeUnused(place).catch(() => undefined)
    throw error
  }
}

const removeUnused = async (place: StoreLocation): Promise<void> => {
  if (!lstatSync(place.path, { throwIfNoEntry: false })) return
  if (await isUnused(place))
    for (const end of ['', '-wal', '-shm', '-journal']) await rm(place.path + end, { force: true })
}

/** Whether a store is empty and no other process has it open. Writes nothing, because the disk may be full. */
const isUnused = async (place: StoreLocation): Promise<boolean> => {
  const connection = connectTo(place)
  try {
    connection.run('pragma busy_timeout = 0')
    // Fails if another connection is open, even an idle one.
    connection.run('pragma locking_mode = exclusive')
    connection.run('begin exclusive')
    const hasTables = readPragma(connection, 'user_version') !== 0
    return !hasTables || (await isEmpty(createQueries(connection.query, 'sqlite')))
  } finally {
    connection.close()
  }
}

// A store in a file can be restored like a backup.
const restoreLine = ({ file, address }: Spot, target: Spot): string =>
  `testctl store restore ${file ? quoteWord(address) : 'FILE'}${storeFlag(target)}`

// Checking whether it is empty would upgrade it.
const refuseOldTarget = async (target: Spot, setting: MaintenanceOptions): Promise<void> => {
  const version = await findVersion(target, setting)
  if (version > 0 && version < known)
    throw new UsageError(`${target.label} has a store of version ${version}, and this testctl knows ${known}`, {
      hint: 'name a new one',
    })
}

/** Reads a store in one snapshot and does not change it: a file of an earlier version is read from an upgraded copy. */
const readSource = async <T>(
  source: Spot,
  { version, target }: { version: number; target: Spot },
  setting: MaintenanceOptions,
  work: (queries: Queries) => Promise<T>,
): Promise<T> => {
  if (!source.file) {
    refuseOld(source, version)
    const begin = onlyOnce(source.label)
    return withStore(source, setting, (store) =>
      store.read((queries) => {
        begin()
        return work(queries)
      }),
    )
  }
  if (version < known)
    return withUpgraded(source.file, target, { ...setting, dropsTriggers: true }, (store) =>
      store.read((queries) => work(queries)),
    )
  return withFile(source.file, (connection) => {
    connection.run('begin')
    return work(createQueries(connection.query, 'sqlite'))
  })
}

// A read that lost its connection starts again, with another snapshot than that of the rows that are already written.
const onlyOnce = (label: string) => {
  let begun = false
  return () => {
    if (begun)
      throw new UnavailableError(`the connection to the store ${label} was lost; nothing was kept`, {
        hint: 'do it again',
      })
    begun = true
  }
}
