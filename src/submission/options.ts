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

/** The target is an existing run. Its project may be unknown if the user named the run by its id. */
export type IntoRun = {
  run: Run
  project: { identifier?: string | undefined; id?: string | undefined }
}

/** The target is a run to create, with the cases that the results match. */
export type IntoNewRun = { newRun: NewRun; project: RunProject }

/** The options of a submission. */
export type SubmissionOptions = {
  api: Api
  reports: readonly Report[]
  outcomes: readonly Outcome[]
  into: IntoRun | IntoNewRun
  rules: Rules
  policy: Policy
  /** Masks secrets in comments and in names of cases. */
  mask: Mask
  /** The root folder of the repository; comments name files relative to it. */
  root?: string | undefined
  journal: Journal
  /** When an earlier try of this submission set tests, by their ids: these changes do not count as another user's. */
  ours?: ReadonlyMap<string, number | undefined> | undefined
  /** Whether other jobs submit to the same run at the same time: waits until duplicate cases that they may be creating are removed. */
  shards?: boolean | undefined
  /** Whether `api` changes nothing (`--dry-run`): the cases and tests that it would create cannot be read back. */
  dryRun: boolean
  stop: AbortSignal
  /** Says how to finish a stopped submission; `run` names the run that its results go into. */
  howToFinish?: ((run?: string) => string) | undefined
  /** The number of requests to send at once, if it is known how many the service can take. */
  atOnce?: number | undefined
  /** Shows the progress. */
  progress?: Showing | undefined
  /** Called with the plan, before any of it is applied. */
  onPlan?: ((plan: PlanCounts) => Promise<void>) | undefined
  /** Whether to explain which rule matched each result. */
  explain?: boolean | undefined
}
