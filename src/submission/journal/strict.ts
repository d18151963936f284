import { errorMessage, UsageError } from '../../errors.ts'
import { diskProblem } from '../../system/files/disk-errors.ts'
import type { Journal } from './writer.ts'

/** A journal that was asked for by name cannot be written any more. */
export class JournalLostError extends UsageError {}

/** What the disk has against a journal, in words. */
export const journalProblem = (cause: unknown): string => diskProblem(cause) ?? errorMessage(cause)

/**
 * The same journal, for a submission that must not go on without it: a failure to write is a JournalLostError, at every entry from then
 * on, and `lost` aborts. DECISIONS 412
 */
export const strict = (journal: Journal): Journal => {
  const losing = new AbortController()
  const noteAll: Journal['noteAll'] = (entries) =>
    journal.noteAll(entries).catch((cause: unknown) => {
      const message = `the journal ${journal.file} cannot be written: ${journalProblem(cause)}`
      // Of several failures at once the first one counts.
      losing.abort(new JournalLostError(message, { cause }))
      throw losing.signal.reason
    })
  return { ...journal, lost: losing.signal, note: (...entries) => noteAll(entries), noteAll }
}

/** Passes over the loss of a journal where `lost` has stopped the submission already; throws every other error. */
export const passOverLoss = (error: unknown): void => {
  if (!(error instanceof JournalLostError)) throw error
}
