/** How many rows the pages of a server show and read. */
export const pageSizes = {
  projects: 25,
  runs: 30,
  /** The newest runs below each project in the list of projects. */
  runsOfProject: 3,
  milestones: 100,
  /** What a search finds of each kind, and of one kind alone. */
  found: 25,
  foundOfOne: 100,
  /** The most tests of a run or a milestone on one page: these are read in two requests, comments included. */
  whole: 2000,
  /** The tests of one page of such a run. */
  tests: 500,
  /** The characters of comments, steps and preconditions on one page; it is read anew with each result that comes. */
  texts: 4_000_000,
  /** A milestone of more runs is shown without their tests. */
  runsOfMilestone: 50,
  /** The newest runs among which the earlier results of a case are looked for, and how many tests of them are read. */
  history: 20,
  historyTests: 10_000,
} as const
