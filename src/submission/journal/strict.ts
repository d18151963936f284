import { errorMessage, UsageError } from '../../errors.ts'
import { diskProblem } from '../../system/files/disk-errors.ts'
import type { Journal } from './writer.ts'

/** The error for a journal that can no longer be written, in a submission that must not continue without it. */
export class JournalLostError extends UsageError {}

/** Explains in words why a journal cannot be written. */
export const journalProblem = (cause: unknown): string => diskProblem(cause) ?? errorMessage(cause)

/**
 * Wraps a journal for a submission that must not continue without it. After a failure to write, every entry
 * throws a JournalLostError, and `lost` is aborted. DECISIONS 412
 */
export const strict = (journal: Journal): Journal => {
  const losing = new AbortController()
  const noteAll: Journal['noteAll'] = (entries) =>
    journal.noteAll(entries).catch((cause: unknown) => {
      const message = `the journal ${journal.file} cannot be written: ${journalProblem(cause)}`
      // If several fail at once, the first one counts.
      losing.abort(new JournalLostError(message, { cause }))
      throw losing.signal.reason
    })
  return { ...journal, lost: losing.signal, note: (...entries) => noteAll(entries), noteAll }
}

/** Ignores the loss of a journal, because `lost` has stopped the submission already; rethrows every other error. */
export const ignoreJournalLoss = (error: unknown): void => {
  if (!(error instanceof JournalLostError)) throw error
}
