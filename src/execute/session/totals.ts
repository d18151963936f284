import { counted } from '../../output/text/count.ts'
import type { ResultName } from '../../contract/vocabulary.ts'
import { isOpen, type Item, type Session } from './state.ts'

/**
 * Counts the tests of the run by result, those that are left, and those of them that are assigned to the tester (`yours`). `mine` is
 * the same number if only the tester's own were chosen, otherwise undefined.
 */
export const countsOf = ({ items, me, assignedTo }: Pick<Session, 'items' | 'me' | 'assignedTo'>) => {
  const counts: Record<ResultName | 'total', number> = { total: 0, passed: 0, failed: 0, inProgress: 0, untested: 0 }
  let yours = 0
  for (const item of items.values()) {
    if (item.isGone) continue
    counts.total += 1
    counts[item.result] += 1
    if (isOpen(item) && me !== undefined && item.assignedTo === me) yours += 1
  }
  const mine = me !== undefined && me === assignedTo ? yours : undefined
  return { counts, left: counts.untested + counts.inProgress, yours, mine }
}

/** Returns the tests that are left, in their order; only the tester's own if only those were chosen, as the header counts them. */
export const leftOf = (state: Pick<Session, 'items' | 'me' | 'assignedTo'>): Item[] => {
  const left = [...state.items.values()].filter(isOpen)
  return countsOf(state).mine === undefined ? left : left.filter(({ assignedTo }) => assignedTo === state.me)
}

/** Says how many tests are left, for a sentence. */
export const sayLeft = (left: number): string => `${counted(left)} left in the run`
