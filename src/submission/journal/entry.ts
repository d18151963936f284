import type { ResultName } from '../../contract/vocabulary.ts'

/** What a submission is: the service, where its results go, what was typed, and a digest of what the reports say. */
export type JournalHeader = {
  version: 1
  /** When it began, ISO 8601. */
  at: string
  /** The process that wrote it. */
  pid: number
  service: string
  project: string | undefined
  /** The run as it was named, or the name of the one to create. */
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

/**
 * A line of a journal. What is created or changed is written down before it is sent (`creatingRun`, `intended`) and after it
 * was answered (`createdRun`, `set`), so that whatever happens in between, nothing is done twice and all can be undone.
 */
export type JournalEntry =
  | ({ did: 'begin' } & JournalHeader)
  /** `before`: how many runs the project had, so that one whose answer never came can be found among the later ones. */
  | { did: 'creatingRun'; name: string; before: number }
  | ({ did: 'createdRun' } & KnownRun)
  | { did: 'chosenRun'; id: string; name: string; displayId: number | undefined }
  /** The run that an earlier try created was deleted since, and all that was done there with it. */
  | { did: 'gone'; id: string }
  | { did: 'createdCases'; identifiers: readonly string[] }
  | { did: 'intended'; test: string; identifier: string | undefined; name: string; from: ResultName; to: ResultName }
  /** `at`: when the service says that the test was changed, in milliseconds since 1970. */
  | { did: 'set'; test: string; at: number | undefined }
  /** `instead`: the contents of its own earlier comments, which it took away. */
  | { did: 'commented'; test: string; comment: string; instead: readonly string[] }
  /** `complete`: nothing is left to be sent. */
  | { did: 'end'; complete: boolean }
  | { did: 'undone' }
