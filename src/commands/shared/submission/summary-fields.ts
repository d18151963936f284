import type { Summary } from '../../../submission/index.ts'

const fields: Record<keyof Summary, true> = {
  run: true,
  rehearsal: true,
  reports: true,
  results: true,
  plan: true,
  tests: true,
  comments: true,
  created: true,
  changes: true,
  unmatched: true,
  missing: true,
  newer: true,
  failures: true,
  explanation: true,
  journal: true,
}

/** All fields that the answer of a submission can have. DECISIONS 286 */
export const summaryFields: readonly string[] = Object.keys(fields)
