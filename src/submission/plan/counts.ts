import type { Transition } from './index.ts'

/** The plan in numbers: the changes from one result to another, and the unchanged tests. */
export type PlanCounts = {
  transitions: Transition[]
  unchanged: number
  skipped: number
  newer: number
  unmatched: number
  inNoReport: number
}
