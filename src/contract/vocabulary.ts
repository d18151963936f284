/** The words of the interface, as plain values: what the command line needs to know without loading a schema. */

/** The four values of a test's `result` (interface, section 3). */
export const results = ['untested', 'inProgress', 'passed', 'failed'] as const
export type ResultName = (typeof results)[number]

/** The words for a result in texts for people: `3 tests in progress`. Output for programs has the value itself. DECISIONS 218 */
export const phraseOf: Record<ResultName, string> = {
  passed: 'passed',
  failed: 'failed',
  inProgress: 'in progress',
  untested: 'untested',
}

/**
 * The six resources by the noun that people type: the names of one and of many in a response, the label in a sentence,
 * and the letter of its identifiers if it has any (interface, section 2).
 */
export const resources = {
  projects: { one: 'project', many: 'projects', label: 'project', letter: undefined },
  cases: { one: 'case', many: 'cases', label: 'case', letter: 'C' },
  runs: { one: 'testRun', many: 'testRuns', label: 'test run', letter: 'R' },
  tests: { one: 'test', many: 'tests', label: 'test', letter: 'T' },
  milestones: { one: 'milestone', many: 'milestones', label: 'milestone', letter: 'M' },
  comments: { one: 'comment', many: 'comments', label: 'comment', letter: undefined },
} as const
export type Noun = keyof typeof resources

/** The resources that have a displayId and with it an identifier such as `WEB-T12`. */
export type NumberedNoun = { [N in Noun]: (typeof resources)[N]['letter'] extends string ? N : never }[Noun]

/** Whether the resources of a noun have a displayId, and with it an identifier. */
export const isNumbered = (noun: Noun): noun is NumberedNoun => resources[noun].letter !== undefined

/** The relations that each read accepts (interface, section 4). DECISIONS 16 */
export const relations = {
  projects: { list: ['cases', 'milestones', 'test_runs'] },
  cases: { list: ['comments'], get: ['project', 'comments'] },
  runs: { list: ['tests'], get: ['tests'] },
  tests: { list: ['case', 'comments'], get: ['case', 'comments', 'test_run'] },
  milestones: { list: ['test_runs', 'tests'], get: ['test_runs', 'tests'] },
} as const

/** The number of rows on a page: the default, and the maximum. DECISIONS 5 */
export const pageSize = { default: 50, maximum: 1000 } as const

/** The most case ids that one request holds, because a service takes a body of at most a megabyte. DECISIONS 493 */
export const caseIdsAtOnce = 20_000
