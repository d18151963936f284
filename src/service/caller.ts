import type { Audit } from '../store/table-types.ts'
import type { Store } from '../store/index.ts'
import type { FairLimit } from '../system/async/fair-limit.ts'
import type { KeptReads } from './kept-reads.ts'

/**
 * The context of a call: the key's holder, the store, the clock, the limit of large answers at a time, cached reads, and the id of the
 * request.
 */
export type Caller = {
  holder: string
  store: Store
  now: () => Date
  fairLimit?: FairLimit | undefined
  keptReads?: KeptReads | undefined
  requestId?: string | undefined
}

type Update = Pick<Audit, 'updated_at' | 'updated_by'>

/** Returns the fields of a new row that say who made it, and when. DECISIONS 18 */
export const markCreated = (caller: Caller): Audit => {
  const { updated_at, updated_by } = markUpdated(caller)
  return { created_at: updated_at, created_by: updated_by, updated_at, updated_by }
}

/** Returns the fields of a changed row that say who changed it last, and when. DECISIONS 14 */
export const markUpdated = ({ holder, now }: Caller): Update => ({
  updated_at: now().toISOString(),
  updated_by: holder,
})
