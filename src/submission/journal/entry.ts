import type { ResultName } from '../../contract/vocabulary.ts'

/** The header of a submission: the service, the target of its results, the typed flags, and a digest of the reports. */
export type JournalHeader = {
  version: 1
  /** When it began, ISO 8601. */
  at: string
  /**
   * The process that wrote it, and when that process started. Journals of an older testctl have no `start`, nor do
   * those of systems that do not tell it.
   */
  pid: number
  start?: string | undefined
  service: string
  project: string | undefined
  /** The run as the user named it, or the name of the run to create. */
  target: string
  /** The reports as absolute paths, `-` for stdin, and when each was last written, in milliseconds since 1970. */
  files: readonly string[]
  written: readonly (number | null)[]
  /** The flags of the command, so that it can be resumed. Never a key: there is no flag for one. */
  flags: Readonly<Record<string, unknown>>
  digest: string
}

/** A test run as a journal knows it. */
export type KnownRun = { id: string; name: string; displayId: number }

/** A result to set. `since`: when the test was last changed before, in milliseconds since 1970; journals of an older testctl lack it. */
export type Intended = {
  did: 'intended'
  test: string
  identifier: string | undefined
  name: string
  from: ResultName
  to: ResultName
  since?: number | undefined
}

/**
 * A comment that was written, and the contents and ids of earlier testctl comments that it replaced. Journals of
 * an older testctl lack the ids.
 */
export type Commented = {
  did: 'commented'
  test: string
  comment: string
  instead: readonly string[]
  insteadIds?: readonly string[] | undefined
}

/**
 * A line of a journal. The create of a run, each result and each comment is recorded before it is sent
 * (`creatingRun`, `intended`, `commenting`) and after it was answered (`createdRun`, `set`, `commented`), cases
 * only after they were created. So after any crash, nothing is done twice, and results and comments can be undone.
 */
export type JournalEntry =
  | ({ did: 'begin' } & JournalHeader)
  /** `before`: how many runs the project had, so that a run whose answer was lost can be found among the later ones. */
  | { did: 'creatingRun'; name: string; before: number }
  | ({ did: 'createdRun' } & KnownRun)
  | { did: 'chosenRun'; id: string; name: string; displayId: number | undefined }
  /** The run of the submission was deleted, with all its results. */
  | { did: 'gone'; id: string }
  | { did: 'createdCases'; identifiers: readonly string[] }
  | Intended
  /** `at`: when the service says that the test was changed, in milliseconds since 1970. */
  | { did: 'set'; test: string; at: number | undefined }
  /** A comment that is about to be written, recorded in case its answer is lost. DECISIONS 521 */
  | { did: 'commenting'; test: string; digest: string }
  /** The comment was certainly not written. Recorded because another submission may write the same text later. */
  | { did: 'notCommented'; test: string }
  | Commented
  /** `complete`: nothing is left to be sent. `unknown`: something may be stored although its answer was lost. DECISIONS 537 */
  | { did: 'end'; complete: boolean; unknown?: true }
  /** An undo restored a result; `at` as in `set`. */
  | { did: 'putBack'; test: string; at: number | undefined }
  /** An undo wrote the comment `was` again: its id is `comment` now. */
  | { did: 'rewritten'; was: string; comment: string }
  | { did: 'undone' }
