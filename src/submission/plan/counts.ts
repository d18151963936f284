import type { Transition } from './index.ts'

/** The plan in numbers: `unmatched` counts results, all others count tests of the run. */
export type PlanCounts = {
  transitions: Transition[]
  unchanged: number
  skipped: number
  newer: number
  unmatched: number
  inNoReport: number
  /** Set only in a dry run, because the texts of the comments are made for it. */
  comments?: CommentPlan
}

/** How many comments a submission writes, how many of those replace an earlier one, and how many are there already. */
export type CommentPlan = { written: number; replaced: number; kept: number }
