import { UnavailableError, UsageError } from '../../errors.ts'
import { type RowCounts, copyContents, countContents, isEmpty } from './contents.ts'
import { withStore } from './open.ts'
import { locate, type MaintenanceOptions } from './locations.ts'
import type { Sum, Table } from './rows.ts'
import { readStoreVersion } from './versions.ts'

/** The result of a copy: `tables` holds for each table how many rows it has, and a digest of them that was the same in both. */
export type Copied = { from: string; to: string; counts: RowCounts; tables: Record<Table, Sum> }

/**
 * Copies a store into another one, which must be missing or empty: everything is copied, or nothing.
 * DECISIONS 64
 */
export const copyStore = async (
  { from, to }: { from: string; to: string },
  setting: MaintenanceOptions,
): Promise<Copied> => {
  const [source, target] = [locate(from, setting), locate(to, setting)]
  await readStoreVersion(source, setting)
  return withStore(source, setting, (original) =>
    withStore(target, setting, async (replica) => {
      const begin = onlyOnce(source.label)
      const tables = await original.read((queries) => {
        begin()
        return replica.write(async (kept) => {
          if (!(await isEmpty(kept)))
            throw new UsageError(`${target.label} is not empty`, {
              hint: 'name a new one; to replace its contents: testctl store restore',
            })
          return copyContents(queries, kept, setting)
        })
      })
      return { from: source.label, to: target.label, counts: await replica.read((kept) => countContents(kept)), tables }
    }),
  )
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
