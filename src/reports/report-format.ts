import type { FormatKey } from '../contract/report-formats.ts'
import type { Source } from './files/source.ts'
import type { Outcome } from './outcome.ts'
import type { Head } from './sniff.ts'

/**
 * A format of reports: its word for `--format`, its name, whether it recognises a report by its beginning, and how it reads one. It
 * passes an entry that is not a result to `drop`: nothing is left out silently.
 */
export type ReportFormat = {
  key: FormatKey
  name: string
  recognises: (head: Head) => boolean
  read: (source: Source, drop: Drop) => AsyncIterable<readonly Outcome[]>
}

/**
 * An entry of a report that concerns a test, or tests that are missing, but is not a result: the reason, and its place.
 * DECISIONS 33
 */
export type Dropped = { reason: string; line: number | undefined; name?: string | undefined }

/** Receives a dropped entry. `isTest`: it is a test, and counts among the cases. */
export type Drop = (dropped: Dropped & { isTest?: true }) => void

/** Takes what a format reads: the name of the report, and the functions to call for each test and for each entry that is not a test. */
export type Taker = { report: string; found: (outcome: Outcome) => void; drop: Drop }
