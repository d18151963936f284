import { PartialError } from '../../errors.ts'
import { stoppedWith } from '../../system/async/stopped.ts'
import type { Sorted } from './sort-out.ts'
import { namedTest, type Undone } from './undone.ts'
import { listNames } from '../../output/text/count.ts'

/** The error that an undo ends with, or a plan of one; none where everything is as it was before. */
export const undoErrorOf = (
  { failures, restored, touched }: Undone,
  { left: [first] }: Sorted,
  { stop, isPlan }: { stop: AbortSignal; isPlan: boolean },
): Error | undefined => {
  const done = `${isPlan ? 'would ' : ''}put back ${restored.length}`
  if (stop.aborted)
    return stoppedWith(stop, `${restored.length} results were put back`, {
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

/** `, failed 2`: of one kind, where there are any. */
const countOf = (label: string, failures: Undone['failures'], unknown: true | undefined): string => {
  const count = failures.filter((failure) => failure.unknown === unknown).length
  return count > 0 ? `, ${label} ${count}` : ''
}

/** ` by ana, ben`: who changed what was left, as far as the service says so. */
const byWhom = (touched: Undone['touched']): string => {
  const names = [...new Set(touched.flatMap(({ by }) => by ?? []))]
  return names.length === 0 ? '' : ` by ${listNames(names, 3)}`
}
