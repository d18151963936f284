import type { ResultName } from '../../contract/vocabulary.ts'
import type { DifferenceKind, TestDifference } from '../diff/index.ts'
import type { Verdict } from '../status/gate.ts'
import type { UnmatchedResult } from '../status/index.ts'
import type { ResultCounts } from '../status/counts.ts'
import type { NamedRun } from '../line-parts.ts'

/** A report of a run, of a milestone or of the last runs of a project, as plain data. Every format is written from it. DECISIONS 191 */
export type ReportModel = {
  kind: 'run' | 'milestone' | 'project'
  subject: NamedRun
  /** The outcome in a sentence: `3 of 60 failed; 2 of them new since WEB-R6`. */
  sentence: string
  results: ResultCounts
  /** The verdict of the command that writes a summary in Markdown; null in any other report. */
  gate: Verdict | null
  /** What is left to do before a milestone is ready. */
  steps: readonly string[]
  /** What changed since another run. */
  changes: ReportChanges | null
  /** The runs that a milestone has, or the last ones of a project, the newest first. */
  runs: readonly ReportRun[]
  failed: readonly ReportTest[]
  inProgress: readonly ReportGroup[]
  untested: readonly ReportGroup[]
  passed: readonly ReportTest[]
  /** Results of test reports that match no test of the run; only in the summary of a submission. */
  unmatched: readonly UnmatchedResult[]
  /** The results of the last runs, the oldest first. */
  trend: readonly ReportRun[]
  /** The cases whose results changed most often, the most changes first. */
  flakiest: readonly FlakyCase[]
  facts: ReportFacts
}

/** What changed since another run: the tests that differ, in their order of importance, and how many there are of a kind. */
export type ReportChanges = {
  since: NamedRun
  counts: Record<DifferenceKind | 'unchanged', number>
  tests: readonly (TestDifference & { kind: DifferenceKind })[]
}

/** A run with its results; `at` is when it was created, as an ISO time. */
export type ReportRun = NamedRun & { at: string | null; results: ResultCounts }

/** The open tests of one person; the unassigned tests have an empty `name`. */
export type ReportGroup = { name: string; tests: readonly ReportTest[] }

/** A test as a report shows it. */
export type ReportTest = {
  id: string
  identifier: string | undefined
  name: string
  result: ResultName
  assignedTo: string
  /** Who changed it last, and when. */
  by: string
  at: string | null
  /** The run that it is in, if the report covers several. */
  run: string | undefined
  case: string | undefined
  section: string
  /** How it differs from the run that it is compared with. */
  change: DifferenceKind | null
  /** The first line of the reason why it failed. */
  message: string | null
  preconditions: string
  steps: readonly { action: string; expectation: string }[]
  comments: readonly { by: string; at: string | null; content: string }[]
}

/** A case whose results changed from one run to the next, as a share from 0 to 1, and its results, the oldest first. */
export type FlakyCase = {
  id: string
  identifier: string | undefined
  name: string
  flakiness: number
  results: readonly ('passed' | 'failed')[]
}

/** The facts about the origin of a report. Times are ISO. */
export type ReportFacts = {
  project: { identifier: string; name: string } | null
  createdBy: string
  createdAt: string | null
  /** When the first and the last of its tests was changed. */
  firstChange: string | null
  lastChange: string | null
  version: string
}
