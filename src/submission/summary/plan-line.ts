import { phraseOf } from '../../contract/vocabulary.ts'
import type { PlanCounts } from '../plan/counts.ts'

/**
 * Formats a plan as one line: `41 untested → passed, 2 passed → failed, 897 unchanged, 3 unmatched, 5 not in any report`.
 * Leaves out counts of zero. With `ascii` the arrow is `->`.
 */
export const planLine = (counts: PlanCounts, { ascii = false }: { ascii?: boolean } = {}): string => {
  const { transitions, unchanged, skipped, newer, unmatched, inNoReport } = counts
  const arrow = ascii ? '->' : '→'
  const changes = transitions.map(({ from, to, count }) => `${count} ${phraseOf[from]} ${arrow} ${phraseOf[to]}`)
  const others: [number, string][] = [
    [unchanged, 'unchanged'],
    [skipped, 'skipped and left as they are'],
    [newer, 'changed later by someone else'],
    [unmatched, 'unmatched'],
    [inNoReport, 'not in any report'],
  ]
  return [
    ...(changes.length > 0 ? changes : ['nothing to set']),
    ...others.flatMap(([count, label]) => (count > 0 ? [`${count} ${label}`] : [])),
  ].join(', ')
}
