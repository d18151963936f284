import type { ResultName } from '../../contract/vocabulary.ts'
import type { RunTest } from '../../runs/read.ts'
import { targetName } from '../match/names.ts'

/** A test whose result was, or was not, put back. */
export type Named = { test: string; name: string }

/** The result of an undo. Cases, tests and the run that the submission created stay. */
export type Undone = {
  run: { id: string; identifier?: string; name: string; created: boolean }
  /** Results that the undo put back. */
  restored: (Named & { from: ResultName; to: ResultName })[]
  /** How many results were as before already: never set, or put back earlier. */
  unchanged: number
  /** Left alone, because the test was changed after the submission. */
  touched: (Named & { holds: ResultName; by?: string })[]
  gone: Named[]
  comments: { removed: number; restored: number }
  /** `unknown`: the answer was lost or unclear, and it may have been done. */
  failures: (Named & { reason: string; unknown?: true })[]
  created: { cases: readonly string[] }
}

/** Names a test by its identifier, or by its id if it has none. */
export const namedTest = (test: RunTest): Named => ({ test: targetName(test), name: test.name })
