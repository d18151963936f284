import { UnavailableError, UsageError } from '../../errors.ts'
import { createQueries } from '../queries.ts'
import type { Queries } from '../table-types.ts'
import { type RowCounts, copyContents, countContents, isEmpty } from './contents.ts'
import { withStore, withUpgraded } from './open.ts'
import { locate, type MaintenanceOptions, type Spot } from './locations.ts'
import type { Sum, Table } from './rows.ts'
import { withFile } from './store-file.ts'
import { findVersion, known, readStoreVersion, refuseOld } from './versions.ts'

/** The result of a copy: `tables` holds for each table how many rows it has, and a digest of them that was the same in both. */
export type Copied = { from: string; to: string; counts: RowCounts; tables: Record<Table, Sum> }

/**
 * Copies a store into another one, which must be missing or empty: everything is copied, or nothing. The source is only read:
 * one of an earlier version is not upgraded there. A target of one is refused, as it is. DECISIONS 64, 271
 */
export const copyStore = async (
  { from, to }: { from: string; to: string },
  setting: MaintenanceOptions,
): Promise<Copied> => {
  const [source, target] = [locate(from, setting), locate(to, setting)]
  const copyFrom = (queries: Queries): Promise<Copied> =>
    withStore(target, setting, async (replica) => {
      const tables = await replica.write(async (kept) => {
        if (!(await isEmpty(kept)))
          throw new UsageError(`${target.label} is not empty`, {
            hint: 'name a new one; to replace its contents: testctl store restore',
          })
        return copyContents(queries, kept, setting)
      })
      return { from: source.label, to: target.label, counts: await replica.read((kept) => countContents(kept)), tables }
    })
  const version = await readStoreVersion(source, setting)
  await refuseOldTarget(target, setting)
  return readSource(source, { version, target }, setting, copyFrom)
}

// To look whether it is empty would upgrade it.
const refuseOldTarget = async (target: Spot, setting: MaintenanceOptions): Promise<void> => {
  const version = await findVersion(target, setting)
  if (version > 0 && version < known)
    throw new UsageError(`${target.label} has a store of version ${version}, and this testctl knows ${known}`, {
      hint: 'name a new one',
    })
}

/** Reads a store of any version as it is, in one snapshot. */
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
    return withUpgraded(source.file, target, setting, (store) => store.read((queries) => work(queries)))
  return withFile(source.file, (connection) => {
    connection.query('begin')
    return work(createQueries(connection.query, 'sqlite'))
  })
}

// A read that lost its connection begins again, with another snapshot than the rows that are already written.
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
