/** What only some commands need: the functions of `Context` that load it when it is first asked for. */
export const lazyModules = {
  /** The operations of the interface by name, and what is wrong with a call of one. */
  operations: () => import('../wire/calls-by-name.ts'),
  /** What `--json` prints of each noun, as JSON Schemas. */
  schemas: () => import('../contract/schema/resources.ts'),
  /** Reports of test runners. */
  reports: () => import('../reports/index.ts'),
  /** Results into a run, and back out of it. */
  submission: () => import('../submission/index.ts'),
  /** What submissions wrote down. */
  journals: () => import('../submission/journal/index.ts'),
  /** What a run holds: its status, history, difference to another. */
  runs: () => import('../runs/index.ts'),
  /** Cases as files: what reads, compares and writes them. */
  caseFiles: () => import('../cases/index.ts'),
  /** The cases in files of other systems. */
  foreignCases: () => import('../cases/foreign/index.ts'),
  /** The reader of feature files. */
  gherkin: () => import('../cases/foreign/gherkin/index.ts'),
  /** Runs executed by hand. */
  execution: () => import('../execute/index.ts'),
  /** Reports of runs, milestones and projects. */
  report: () => import('../runs/report/index.ts'),
  /** What serves a store. */
  server: () => import('../server/index.ts'),
  /** Child processes. */
  child: () => import('../system/child-process.ts'),
  /** Pages of help that belong to no command. */
  topics: () => import('../docs/topics/index.ts'),
  /** Completion, installed for a shell. */
  installation: () => import('../completions/installation/index.ts'),
  /** What a command line that is refused means. */
  habits: () => import('../cli/habits/index.ts'),
}

/** What they are, for the type of the `Context`. */
export type LazyModules = typeof lazyModules
