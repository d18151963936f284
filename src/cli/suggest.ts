/** Returns the candidate that a word probably means: in another case, by a synonym, by a unique prefix, or with few wrong letters. */
export const suggest = (word: string, candidates: readonly string[]): string | undefined => {
  const typed = fold(word)
  const folded = candidates.map(fold)
  const same = candidates[folded.indexOf(typed)]
  if (same !== undefined || typed === '') return same
  const meant = synonyms[typed]?.find((synonym) => candidates.includes(synonym))
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

/** The words that people use for those of the interface. */
const synonyms: Readonly<Record<string, readonly string[]>> = Object.assign(Object.create(null), {
  pass: ['passed'],
  ok: ['passed'],
  success: ['passed'],
  successful: ['passed'],
  succeeded: ['passed'],
  green: ['passed'],
  fail: ['failed'],
  failure: ['failed'],
  error: ['failed'],
  broken: ['failed'],
  red: ['failed'],
  running: ['inProgress'],
  started: ['inProgress'],
  doing: ['inProgress'],
  wip: ['inProgress'],
  active: ['inProgress'],
  skip: ['untested', 'ignore'],
  skipped: ['untested', 'ignore'],
  pending: ['untested'],
  todo: ['untested'],
  new: ['untested'],
  open: ['untested'],
  none: ['untested'],
  status: ['result', 'results'],
  state: ['result', 'results'],
  outcome: ['result', 'results'],
  assignee: ['assignedTo'],
  owner: ['assignedTo', 'createdBy'],
  author: ['createdBy'],
  expected: ['expectation'],
  expectedresult: ['expectation'],
  title: ['name'],
  key: ['identifier'],
  number: ['displayId'],
  created: ['createdAt'],
  updated: ['updatedAt'],
  changed: ['updatedAt'],
  modified: ['updatedAt'],
  date: ['updatedAt'],
  text: ['content'],
  body: ['content'],
  message: ['content'],
  milestone: ['milestoneId', 'milestones'],
  run: ['testRun', 'test_run', 'runs'],
  testrun: ['testRun', 'test_run', 'runs'],
  runs: ['testRuns', 'test_runs'],
  suites: ['runs'],
  testruns: ['runs'],
  testcase: ['cases'],
  testcases: ['cases'],
  result: ['tests'],
  results: ['tests'],
  report: ['runs'],
  profile: ['auth'],
  settings: ['config'],
  remove: ['delete'],
  destroy: ['delete'],
  change: ['update'],
  modify: ['update'],
  find: ['list'],
  describe: ['get'],
  read: ['get'],
  make: ['create'],
  upload: ['submit'],
  import: ['submit'],
  suite: ['runs'],
})

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
