import type { FormatKey } from '../contract/report-formats.ts'
import type { Source } from './files/source.ts'
import type { Outcome } from './outcome.ts'
import type { Head } from './sniff.ts'

/**
 * A kind of report: its word for `--format`, its name, how it begins, and how it is read. An entry about a test that is no result
 * goes to `drop`: nothing is left out silently.
 */
export type ReportFormat = {
  key: FormatKey
  name: string
  recognises: (head: Head) => boolean
  read: (source: Source, drop: Drop) => AsyncIterable<readonly Outcome[]>
}

/**
 * Something in a report that tells of a test, or of tests that are missing, and is no result: why, and where.
 * DECISIONS 33
 */
export type Dropped = { reason: string; line: number | undefined; name?: string | undefined }

/** `isTest`: it is a test, so that it is counted among the cases. */
export type Drop = (dropped: Dropped & { isTest?: true }) => void
