import { TestctlError, UnavailableError } from '../../errors.ts'
import { takeFile, type LockEnv } from '../../system/files/take-file.ts'

/**
 * Locks a submission against other processes that resume or undo it, until the returned function is called: both would write the
 * same. If no file can be written beside its journal, there is no lock. DECISIONS 372, 390
 */
export const takeSubmission = (journal: string, io: LockEnv): (() => void) => {
  try {
    return takeFile(`${journal}.lock`, io, {
      taken: (holder) =>
        new UnavailableError(`this submission is being resumed or undone already (${holder})`, {
          hint: `wait for it; if there is none, remove ${journal}.lock`,
        }),
    })
  } catch (error) {
    if (error instanceof TestctlError) throw error
    return () => undefined
  }
}
