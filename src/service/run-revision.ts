import type { Store } from '../store/index.ts'
import { guardStore } from './auth/guarded-store.ts'
import { getRowByIdentifier } from './rows/lookup.ts'
import { toRun } from './resources/index.ts'
import type { TestRun } from '../contract/models.ts'

/** A run without its tests, and a revision: a number that differs after each change of its tests or their comments. */
export type RunRevision = { testRun: TestRun; revision: number }

/** Reads the run of an identifier, in one read of a row. Throws a NotFoundError if it does not exist. */
export type ReadRunRevision = (identifier: string) => Promise<RunRevision>

/**
 * Creates the read of a run's revision for the holder of a key, as long as that key is valid. It is no operation of the interface,
 * which shows neither the newest comment of a run nor its newest assignment; the pages of a server use it. DECISIONS 227
 */
export const createReadRunRevision =
  (store: Store) =>
  (keyId: string): ReadRunRevision => {
    const theirs = guardStore(store, { keyId, now: store.now })
    return (identifier) =>
      theirs.read(async (queries) => {
        const row = await getRowByIdentifier(queries, 'runs', identifier)
        return { testRun: toRun(row), revision: row.revision }
      })
  }
