import { TestctlError, UnavailableError } from '../../errors.ts'
import { takeFile, type LockEnv } from '../../system/files/take-file.ts'

/**
 * Keeps other processes that would resume or undo the same submission out until what is given back is called: both would write the same.
 * Where nothing can be written beside its journal, nobody is kept out. DECISIONS 372, 390
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
