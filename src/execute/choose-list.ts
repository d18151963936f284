import type { ResultName } from '../contract/vocabulary.ts'
import { NotFoundError } from '../errors.ts'
import type { Item } from './session/state.ts'

/** The tests of a run to go through: with these results, of this person, and the test to begin with. */
export type Choice = {
  only: readonly ResultName[] | undefined
  assignedTo: string | undefined
  from: string | undefined
}

/** The results of tests that still wait for one, by default. */
export const waiting: readonly ResultName[] = ['untested', 'inProgress']

/** Returns the tests to go through. Without `only`: those without a result, except those that another person has in progress. */
export const chooseList = (
  items: readonly Item[],
  { only, assignedTo, me }: Choice & { me: string | undefined },
): string[] => {
  const isTheirs = (item: Item): boolean => item.assignedTo !== '' && item.assignedTo !== me
  const isChosen = (item: Item): boolean =>
    only ? only.includes(item.result) : item.result === 'untested' || (item.result === 'inProgress' && !isTheirs(item))
  return items
    .filter((item) => isChosen(item) && (assignedTo === undefined || item.assignedTo === assignedTo))
    .map(({ id }) => id)
}

/** Finds the test to begin with, by identifier or id; undefined without `from`. Throws a NotFoundError if it is not in the run. */
export const chooseFirst = (items: readonly Item[], { from }: Choice, run: string): string | undefined => {
  if (from === undefined) return undefined
  const wanted = from.toUpperCase()
  const found = items.find(({ id, identifier }) => identifier.toUpperCase() === wanted || id === from)
  if (found) return found.id
  throw new NotFoundError(`the run ${run} has no test ${from}`, { hint: `testctl tests list ${run}` })
}
