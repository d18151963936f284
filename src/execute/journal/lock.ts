import { UsageError } from '../../errors.ts'
import { takeFile, type LockEnv } from '../../system/files/take-file.ts'

/** Locks the journal of an execution, and returns the function that unlocks it. Throws a UsageError if another process holds it. */
export const takeExecution = (journal: string, io: LockEnv): (() => void) =>
  takeFile(`${journal}.lock`, io, {
    taken: (holder) =>
      new UsageError(`you execute this run already, in ${holder} on this computer`, {
        hint: `end that process first; if there is none, remove ${journal}.lock`,
      }),
  })
