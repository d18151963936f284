import { PartialError } from '../../errors.ts'
import { stopError } from '../../system/async/stopped.ts'
import type { Sorted } from './sort-out.ts'
import { namedTest, type Undone } from './undone.ts'
import { counted, listNames } from '../../output/text/count.ts'

/**
 * Returns the error that an undo, or a plan of one, ends with; undefined if it was not stopped, nothing failed, and no
 * result was left because it had changed.
 */
export const undoErrorOf = (
  { failures, restored, touched }: Undone,
  { left: [first] }: Sorted,
  { stop, isPlan }: { stop: AbortSignal; isPlan: boolean },
): Error | undefined => {
  const done = `${isPlan ? 'would ' : ''}put back ${restored.length}`
  if (stop.aborted)
    return stopError(stop, counted(restored.length, 'result was put back', 'results were put back'), {
      hint: 'to finish, run the same command again',
    })
  if (failures.length > 0)
    return new PartialError(`${done}${countOf('failed', failures, undefined)}${countOf('unknown', failures, true)}`, {
      hint: 'run it again: nothing is done twice',
    })
  if (!first) return undefined
  return new PartialError(`${done}, ${isPlan ? 'leave' : 'left'} ${touched.length}: changed since${byWhom(touched)}`, {
    hint: `testctl tests set ${namedTest(first.test).test} ${first.from}`,
  })
}

/** Counts the failures of one kind, as `, failed 2`; empty for none. */
const countOf = (label: string, failures: Undone['failures'], unknown: true | undefined): string => {
  const count = failures.filter((failure) => failure.unknown === unknown).length
  return count > 0 ? `, ${label} ${count}` : ''
}

/** Names the users who changed the tests that were left, as ` by ana, ben`; empty if the service does not say. */
const byWhom = (touched: Undone['touched']): string => {
  const names = [...new Set(touched.flatMap(({ by }) => by ?? []))]
  return names.length === 0 ? '' : ` by ${listNames(names, 3)}`
}
