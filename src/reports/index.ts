import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { count, type Counts, noCounts } from './counts.ts'
import { type Dropped, recognise } from './formats.ts'
import { lookAhead } from './head.ts'
import { createKeeping } from './keeping.ts'
import type { Outcome } from './outcome.ts'
import { openSource } from './source.ts'

export { type Counts, count, noCounts } from './counts.ts'
export type { Dropped } from './formats.ts'
export type { Outcome } from './outcome.ts'

/** What a report was taken for, and what is in it. */
export type Report = { file: string; format: string; dropped: readonly Dropped[] } & Counts

/** Reports that were read to their end. */
export type Reading = { reports: Report[]; outcomes: Outcome[] }

type Surroundings = Pick<Io, 'stdin' | 'cwd' | 'stop'>

/**
 * Reads test reports to the end, in the order given; `-` is stdin. Nothing is handed over before all of it is read, so
 * that a broken report at the end cannot leave half a submission behind.
 */
export const readReports = async (files: readonly string[], io: Surroundings): Promise<Reading> => {
  if (files.filter((file) => file === '-').length > 1)
    throw new UsageError('stdin can be read only once', { hint: 'give - once' })
  const keep = createKeeping()
  const reading: Reading = { reports: [], outcomes: [] }
  for (const file of files) {
    reading.reports.push(await readReport(file, io, (outcome) => reading.outcomes.push(keep(outcome))))
  }
  return reading
}

/**
 * Reads one report as it streams in, in flat memory, and counts what is in it.
 * A file that is missing, empty, no report, malformed or without a test is a UsageError that names it.
 */
export const readReport = async (file: string, io: Surroundings, take: (outcome: Outcome) => void): Promise<Report> => {
  const { head, source } = await lookAhead(await openSource(file, io))
  const format = recognise(file, head)
  const counts = noCounts()
  const dropped: Dropped[] = []
  for await (const outcomes of format.read(source, (one) => dropped.push(one))) {
    io.stop.throwIfAborted()
    for (const outcome of outcomes) {
      count(counts, outcome)
      take(outcome)
    }
  }
  if (counts.cases === 0)
    throw new UsageError(`${file} has no test in it`, { hint: 'did the test run find its tests?' })
  return { file, format: format.name, ...counts, dropped }
}
