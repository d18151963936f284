import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { MaintenanceOptions } from '../../../src/store/maintenance/locations.ts'
import { isEmpty } from '../../../src/store/maintenance/contents.ts'
import { sumUp, tables } from '../../../src/store/maintenance/rows.ts'
import { openStore, type Store } from '../../../src/store/index.ts'

/** Creates maintenance options with a temporary folder for one test. */
export const createSetting = async (): Promise<MaintenanceOptions> => {
  const folder = await mkdtemp(join(tmpdir(), 'testctl-care-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return { folder, now: () => new Date() }
}

/** Opens a store, calls `work` with it, and closes it. */
export const using = async <T>(address: string, work: (store: Store) => Promise<T>): Promise<T> => {
  const store = await openStore(address)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Returns the content of a store as row count and digest of each table that has rows. */
export const digestsOf = (address: string): Promise<Record<string, string>> =>
  using(address, (store) =>
    store.read(async (queries) => {
      if (await isEmpty(queries)) return {}
      const sums: Record<string, string> = {}
      for (const table of tables) {
        const { rows, digest } = await sumUp(queries, table)
        if (rows > 0) sums[table] = `${rows} ${digest}`
      }
      return sums
    }),
  )
