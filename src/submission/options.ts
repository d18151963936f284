import type { Api } from '../contract/index.ts'
import type { Report } from '../reports/index.ts'
import type { Outcome } from '../reports/outcome.ts'
import type { Journal } from './journal/index.ts'
import type { Mask } from './mask-secrets.ts'
import type { Rules } from './match/model.ts'
import type { Policy } from './plan/policy.ts'
import type { RunProject, Showing } from '../runs/read.ts'
import type { NewRun, Run } from './run/index.ts'
import type { PlanCounts } from './plan/counts.ts'

/** Into an existing run, of a project that may be unknown when the run was named by its id. */
export type IntoRun = {
  run: Run
  project: { identifier?: string | undefined; id?: string | undefined }
}

/** Into a run to create, of the cases that results are found for. */
export type IntoNewRun = { newRun: NewRun; project: RunProject }

/** The options of a submission. */
export type SubmissionOptions = {
  api: Api
  reports: readonly Report[]
  outcomes: readonly Outcome[]
  into: IntoRun | IntoNewRun
  rules: Rules
  policy: Policy
  /** Masks secrets in comments. */
  mask: Mask
  /** The top folder of the repository, from which comments name files. */
  root?: string | undefined
  journal: Journal
  /** Ids of the tests whose result an earlier try of this submission set, and not another user. */
  ours?: ReadonlySet<string> | undefined
  /** Others submit to the same run at the same time: duplicates that both create are merged. */
  shards?: boolean | undefined
  /** Nothing is really changed (`--dry-run`): the cases and tests that it would create cannot be read. */
  dryRun: boolean
  stop: AbortSignal
  /** Says how to finish a stopped submission; `run` names the run that its results go into. */
  howToFinish?: ((run?: string) => string) | undefined
  /** How many requests to send at once, if it is known how many the service bears. */
  atOnce?: number | undefined
  /** Reports the progress. */
  progress?: Showing | undefined
  /** Called with the plan, before any of it is applied. */
  onPlan?: ((plan: PlanCounts) => Promise<void>) | undefined
  /** Whether to explain which rule matched each result. */
  explain?: boolean | undefined
}
