import type { RunTest } from '../read.ts'

/** A person with open tests of a run, in progress or untested; the unassigned tests have an empty `name`. */
export type Assignee = { name: string; inProgress: readonly RunTest[]; untested: readonly RunTest[] }

/** Groups open tests, neither passed nor failed, by assignee: the one with most in progress first, unassigned tests last. */
export const assigneesOf = (tests: readonly RunTest[]): Assignee[] => {
  const holders = new Map<string, { name: string; inProgress: RunTest[]; untested: RunTest[] }>()
  for (const test of tests) {
    if (test.result !== 'inProgress' && test.result !== 'untested') continue
    const name = test.assignedTo?.trim() ?? ''
    const holder = holders.get(name) ?? { name, inProgress: [], untested: [] }
    holders.set(name, holder)
    holder[test.result].push(test)
  }
  return [...holders.values()].toSorted(
    (one, other) =>
      Number(one.name === '') - Number(other.name === '') ||
      other.inProgress.length - one.inProgress.length ||
      other.untested.length - one.untested.length ||
      (one.name < other.name ? -1 : 1),
  )
}
