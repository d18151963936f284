/** Returns the candidate that a word probably means: in another case, by a synonym, by a unique prefix, or with few wrong letters. */
export const suggest = (word: string, candidates: readonly string[]): string | undefined => {
  const typed = fold(word)
  const folded = candidates.map(fold)
  const same = candidates[folded.indexOf(typed)]
  if (same !== undefined || typed === '') return same
  const meant = synonyms.find(([name, words]) => candidates.includes(name) && words.includes(typed))?.[0]
  if (meant !== undefined) return meant
  if (typed.length > 2) {
    const begun = candidates.filter((_, at) => folded[at]!.startsWith(typed))
    if (begun.length === 1) return begun[0]
  }
  // A third of the letters may be wrong: with more, anything would resemble something.
  let [nearest, least] = [undefined as string | undefined, Math.max(1, Math.floor(typed.length / 3)) + 1]
  for (const [at, candidate] of folded.entries()) {
    const distance = editDistance(typed, candidate, least)
    if (distance < least) [nearest, least] = [candidates[at], distance]
  }
  return nearest
}

const fold = (word: string): string => word.toLowerCase().replace(/[-_ ]/g, '')

/** The words of the interface, and those that people use for them. */
const synonyms = Object.entries({
  passed: 'pass ok success successful succeeded green',
  failed: 'fail failure error broken red',
  inProgress: 'running started doing wip active',
  untested: 'skip skipped pending todo new open none',
  ignore: 'skip skipped',
  result: 'status state outcome',
  results: 'status state outcome',
  assignedTo: 'assignee owner',
  createdBy: 'owner author',
  expectation: 'expected expectedresult',
  name: 'title',
  identifier: 'key',
  displayId: 'number',
  createdAt: 'created',
  updatedAt: 'updated changed modified date',
  content: 'text body message',
  milestoneId: 'milestone',
  milestones: 'milestone',
  testRun: 'run testrun',
  test_run: 'run testrun',
  runs: 'run testrun suites testruns report suite',
  testRuns: 'runs',
  test_runs: 'runs',
  cases: 'testcase testcases',
  tests: 'result results',
  auth: 'profile',
  config: 'settings',
  delete: 'remove destroy',
  update: 'change modify',
  list: 'find',
  get: 'describe read',
  create: 'make',
  submit: 'upload import',
}).map(([name, words]) => [name, words.split(' ')] as const)

/** Counts the letters to add, leave out, replace or swap with the next; gives up at `limit`. */
const editDistance = (one: string, other: string, limit: number): number => {
  if (Math.abs(one.length - other.length) >= limit) return limit
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    let low = row
    for (let column = 1; column <= other.length; column++) {
      const differs = one[row - 1] === other[column - 1] ? 0 : 1
      let cost = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + differs)
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      if (row > 1 && column > 1 && swapped) cost = Math.min(cost, before[column - 2]! + 1)
      current.push(cost)
      if (cost < low) low = cost
    }
    // The minimum of a row is at most one above that of the last, so a swap, which skips a row, cannot get below the limit either.
    if (low >= limit) return limit
    ;[before, last] = [last, current]
  }
  return last[other.length]!
}
