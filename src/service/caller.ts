import type { Audit } from '../store/tables.ts'
import type { Store } from '../store/index.ts'
import type { Places } from './rows/room.ts'

/** On whose behalf the service works, where it keeps things, what time it is, who gives out places for large answers, and the id of the request. */
export type Caller = {
  holder: string
  store: Store
  now: () => Date
  places?: Places | undefined
  requestId?: string | undefined
}

type Update = Pick<Audit, 'updated_at' | 'updated_by'>

/** What every new row says of its origin. DECISIONS 18 */
export const markCreated = (caller: Caller): Audit => {
  const { updated_at, updated_by } = markUpdated(caller)
  return { created_at: updated_at, created_by: updated_by, updated_at, updated_by }
}

/** What every changed row says of its last change. DECISIONS 14 */
export const markUpdated = ({ holder, now }: Caller): Update => ({
  updated_at: now().toISOString(),
  updated_by: holder,
})
