import type { ResultName } from '../../contract/vocabulary.ts'
import type { RunTest } from '../../runs/read.ts'

/** A test whose result was, or was not, put back. */
export type Named = { test: string; name: string }

/** The result of an undo. Cases, tests and the run that the submission created stay. */
export type Undone = {
  run: { id: string; identifier?: string; name: string; created: boolean }
  /** Results that are as they were before. */
  restored: (Named & { from: ResultName; to: ResultName })[]
  /** As they were already: never set, or put back before. */
  unchanged: number
  /** Left alone, because the test was changed after the submission. */
  touched: (Named & { holds: ResultName; by?: string })[]
  gone: Named[]
  comments: { removed: number; restored: number }
  /** `unknown`: no clear answer came, and it may have been done. */
  failures: (Named & { reason: string; unknown?: true })[]
  created: { cases: readonly string[] }
}

/** How a test is named: by its identifier, where it is known. */
export const namedTest = ({ id, name, identifiers }: RunTest): Named => ({ test: identifiers[0] ?? id, name })
