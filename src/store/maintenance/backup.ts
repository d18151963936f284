import { statSync } from 'node:fs'
import type { StoreLocation } from '../address.ts'
import { createQueries } from '../queries.ts'
import type { Queries } from '../table-types.ts'
import { type RowCounts, copyContents, countContents } from './contents.ts'
import { makeFile } from './new-file/make.ts'
import { throughLinks, vacuumInto, withFile } from './store-file.ts'
import { withStore } from './open.ts'
import { locate, type MaintenanceOptions, refuseItself } from './locations.ts'
import { refuseOld, readStoreVersion } from './versions.ts'

/** A file with a snapshot of a store; `version` is that of its schema. */
export type Backup = { store: string; file: string; bytes: number; version: number; counts: RowCounts }

/**
 * Backs up a store into a file while others write. The file is itself a store of the same version, and appears when it is complete and
 * verified. Replaces an existing file only with `force`, and never a device or a pipe. DECISIONS 63, 281
 */
export const backUp = async (
  { from, to: named, force = false }: { from: string; to: StoreLocation; force?: boolean },
  setting: MaintenanceOptions,
): Promise<Backup> => {
  const to = throughLinks(named)
  const spot = locate(from, setting)
  if (!spot.file) {
    const version = refuseOld(spot, await readStoreVersion(spot, setting))
    const counts = await withStore(spot, setting, (store) =>
      store.read((queries) => copyIntoFile(queries, { to, force }, setting)),
    )
    return { store: spot.label, file: to.label, bytes: sizeOf(to), version, counts }
  }
  refuseItself(spot.file, to)
  await withFile(spot.file, (connection) =>
    makeFile(to, { force, worker: setting, make: async (staged) => vacuumInto(connection, staged) }),
  )
  return { store: spot.label, file: to.label, bytes: sizeOf(to), ...(await lookInto(to)) }
}

/** Backs up the snapshot of a transaction into a file. */
export const copyIntoFile = (
  queries: Queries,
  { to, force = false }: { to: StoreLocation; force?: boolean },
  setting: MaintenanceOptions,
): Promise<RowCounts> =>
  makeFile(to, {
    force,
    worker: setting,
    make: ({ path }) =>
      withStore({ address: `file:${path}` }, setting, async (target) => {
        await target.write((kept) => copyContents(queries, kept, setting))
        return target.read((kept) => countContents(kept))
      }),
  })

/** Returns the schema version of a store's file, and its numbers of rows. */
export const lookInto = (file: StoreLocation): Promise<{ version: number; counts: RowCounts }> =>
  withFile(file, async (connection, version) => ({
    version,
    counts: await countContents(createQueries(connection.query, 'sqlite'), version),
  }))

const sizeOf = ({ path }: StoreLocation): number => statSync(path).size
