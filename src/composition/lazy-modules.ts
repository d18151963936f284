/** The functions of `Context` that load, on demand, the modules that only some commands need. */
export const lazyModules = {
  /** The operations of the interface by name, and the checks of a call. */
  operations: () => import('../wire/calls-by-name.ts'),
  /** The JSON Schemas of the output of `--json` for each noun. */
  schemas: () => import('../contract/schema/resources.ts'),
  /** Reports of test runners. */
  reports: () => import('../reports/index.ts'),
  /** Submitting results into a run, and undoing that. */
  submission: () => import('../submission/index.ts'),
  /** The journals of submissions. */
  journals: () => import('../submission/journal/index.ts'),
  /** The status and history of a run, and its difference to another. */
  runs: () => import('../runs/index.ts'),
  /** Cases as files: reading, comparing and writing them. */
  caseFiles: () => import('../cases/index.ts'),
  /** The cases in files of other systems. */
  foreignCases: () => import('../cases/foreign/index.ts'),
  /** The reader of feature files. */
  gherkin: () => import('../cases/foreign/gherkin/index.ts'),
  /** Runs executed by hand. */
  execution: () => import('../execute/index.ts'),
  /** Reports of runs, milestones and projects. */
  report: () => import('../runs/report/index.ts'),
  /** The server of a store. */
  server: () => import('../server/index.ts'),
  /** Child processes. */
  child: () => import('../system/child-process.ts'),
  /** Pages of help that belong to no command. */
  topics: () => import('../docs/topics/index.ts'),
  /** The installation of completion for a shell. */
  installation: () => import('../completions/installation/index.ts'),
  /** Finds out what a refused command line means. */
  habits: () => import('../cli/habits/index.ts'),
}

/** The type of these functions, for `Context`. */
export type LazyModules = typeof lazyModules
