import type { Store } from '../store/index.ts'
import { guardStore } from './auth/guarded-store.ts'
import { getRowByIdentifier } from './rows/lookup.ts'
import { toRun } from './resources/index.ts'
import type { TestRun } from '../contract/models.ts'

/** A run without its tests, and how often these and their comments have changed: another number after each change. */
export type RunRevision = { testRun: TestRun; revision: number }

/** Reads the run of an identifier, in one read of a row. Throws a NotFoundError where there is none. */
export type ReadRunRevision = (identifier: string) => Promise<RunRevision>

/**
 * Says, for the holder of a key, whether a run has changed, as long as that key is valid. No operation of the interface, which
 * has neither the newest comment of a run nor its newest assignment: the pages of a server have it. DECISIONS 227
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
