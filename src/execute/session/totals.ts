import type { ResultName } from '../../contract/vocabulary.ts'
import { isOpen, type Session } from './state.ts'

/** How many tests of the run have each result, how many are left, and how many of those the tester has. */
export const countsOf = ({ items, me }: Pick<Session, 'items' | 'me'>) => {
  const counts: Record<ResultName | 'total', number> = { total: 0, passed: 0, failed: 0, inProgress: 0, untested: 0 }
  let yours = 0
  for (const item of items.values()) {
    if (item.isGone) continue
    counts.total += 1
    counts[item.result] += 1
    if (isOpen(item) && me !== undefined && item.assignedTo === me) yours += 1
  }
  return { counts, left: counts.untested + counts.inProgress, yours }
}
