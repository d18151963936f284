import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoreLocation } from '../address.ts'
import { openStore, type Store } from '../index.ts'
import { dropTriggers, refuseForeignParts } from '../sqlite/foreign-parts.ts'
import type { MaintenanceOptions, Spot } from './locations.ts'
import { openCopyFolder, removeCopyFolder } from './new-file/folder.ts'
import { onTarget } from './new-file/make.ts'
import { vacuumInto, withFile } from './store-file.ts'

/** Opens a store for some work and closes it afterwards. A store of an earlier version is upgraded. */
export const withStore = async <T>(
  { address }: Pick<Spot, 'address'>,
  { folder, timeoutMs, stop, hurry }: Pick<MaintenanceOptions, 'folder' | 'timeoutMs' | 'stop' | 'hurry'>,
  work: (store: Store) => Promise<T>,
): Promise<T> => {
  const store = await openStore(address, {
    folder,
    readers: 1,
    answerMs: longestStatement,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(stop && { stop, hurry }),
  })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/**
 * How long a statement may take, in milliseconds, as long as an upgrade: some scan a whole table of hundreds of millions of rows.
 * DECISIONS 365
 */
export const longestStatement = 3_600_000

/**
 * Opens an upgraded copy of a file for some work; the file itself is not changed. The copy lies beside the target of the work, or in
 * the temporary folder if that is a database. A foreign trigger in the file is refused, or with `dropsTriggers` removed from the copy.
 * DECISIONS 318
 */
export const withUpgraded = async <T>(
  file: StoreLocation,
  target: Spot,
  { dropsTriggers = false, ...setting }: MaintenanceOptions & { dropsTriggers?: boolean },
  work: (store: Store) => Promise<T>,
): Promise<T> => {
  const aside = join(tmpdir(), 'upgraded.db')
  const place = target.file ?? { label: aside, path: aside }
  const folder = await openCopyFolder(place, setting)
  try {
    const path = join(folder, 'upgraded.db')
    await withFile(file, (connection) => {
      if (!dropsTriggers) refuseForeignParts(connection, file)
      return onTarget(place, async () => vacuumInto(connection, { label: place.label, path }))
    })
    if (dropsTriggers)
      await withFile({ label: file.label, path }, (copied) => {
        dropTriggers(copied)
        refuseForeignParts(copied, file)
      })
    return await withStore({ address: `file:${path}` }, setting, work)
  } finally {
    await removeCopyFolder(folder)
  }
}
