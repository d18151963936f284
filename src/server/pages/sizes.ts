/** How many rows the pages of a server show and read. */
export const pageSizes = {
  projects: 25,
  runs: 30,
  /** The newest runs below each project in the list of projects. */
  runsOfProject: 3,
  milestones: 100,
  /** The hits of a search for each kind, and for one kind alone. */
  found: 25,
  foundOfOne: 100,
  /** The most tests of a run or a milestone on one page: these are read in two requests, comments included. */
  whole: 2000,
  /** The tests on one page of a larger run. */
  tests: 500,
  /** The characters of comments, steps and preconditions on one page, which is fetched again with each new result. */
  texts: 4_000_000,
  /** The most runs of a milestone that is shown with their tests. */
  runsOfMilestone: 50,
  /** The newest runs that are searched for earlier results of a case, and the most tests of them that are read. */
  history: 20,
  historyTests: 10_000,
} as const
