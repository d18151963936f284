import type { Api } from '../contract/index.ts'
import type { Report } from '../reports/index.ts'
import type { Outcome } from '../reports/outcome.ts'
import type { Journal } from './journal/index.ts'
import type { Mask } from './mask-secrets.ts'
import type { Rules } from './match/matching.ts'
import type { Policy } from './plan/policy.ts'
import type { RunProject, Showing } from '../runs/read.ts'
import type { NewRun, Run } from './run/index.ts'
import type { PlanCounts } from './plan/counts.ts'

/** Into a run that is there, of a project that may not be known when the run was named by its id. */
export type IntoRun = {
  run: Run
  project: { identifier?: string | undefined; id?: string | undefined }
}

/** Into a run to create, of the cases that results are found for. */
export type IntoNewRun = { newRun: NewRun; project: RunProject }

/** All that a submission needs to know. */
export type SubmissionOptions = {
  api: Api
  reports: readonly Report[]
  outcomes: readonly Outcome[]
  into: IntoRun | IntoNewRun
  rules: Rules
  policy: Policy
  /** Takes secrets out of what goes into comments. */
  mask: Mask
  /** The top folder of the repository, from which comments name files. */
  root?: string | undefined
  journal: Journal
  /** Ids of the tests whose result an earlier try of this submission set: they are nobody else's. */
  ours?: ReadonlySet<string> | undefined
  /** Others submit to the same run at the same time: what both create is made one again. */
  shards?: boolean | undefined
  /** Nothing is really changed (`--dry-run`): what would have been created is not there to be read. */
  dryRun: boolean
  stop: AbortSignal
  /** How many requests are sent at once, where the service is known to bear so many. */
  atOnce?: number | undefined
  /** Tells how far it is. */
  progress?: Showing | undefined
  /** Told what is going to be done, before anything of it is. */
  onPlan?: ((plan: PlanCounts) => Promise<void>) | undefined
  /** Tell of each result which rule decided what it is for. */
  explain?: boolean | undefined
}
