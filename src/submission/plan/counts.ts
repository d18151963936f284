import type { Transition } from './index.ts'

/** The plan in numbers: what changes to what, and what does not. */
export type PlanCounts = {
  transitions: Transition[]
  unchanged: number
  skipped: number
  newer: number
  unmatched: number
  inNoReport: number
}
