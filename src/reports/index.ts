import { UsageError } from '../errors.ts'
import { onOneLine, sourceName } from '../system/files/text.ts'
import { inTightHeap } from '../system/heap.ts'
import type { Io } from '../system/io.ts'
import { addCount, type ReportCounts, noCounts } from './counts.ts'
import { findFiles } from './files/find.ts'
import { gatherReports, type NamedReport } from './gather.ts'
import { checkChosen, recognise } from './known-formats.ts'
import type { Drop, Dropped } from './report-format.ts'
import { lookAhead } from './sniff.ts'
import { copyText, createInterning } from './interning.ts'
import type { Outcome } from './outcome.ts'
import { openSource } from './files/source.ts'

export type { NamedReport } from './gather.ts'
export type { Dropped } from './report-format.ts'
export type { Outcome } from './outcome.ts'
export { watchReports, type ChangedFile } from './files/changed.ts'

/** The format that a report was read as, its counts, and its dropped entries. */
export type Report = { file: string; format: string; dropped: readonly Dropped[] } & ReportCounts

/** Reports that were read to their end. */
export type ReadReports = { reports: Report[]; outcomes: Outcome[] }

type Surroundings = Pick<Io, 'stdin' | 'cwd' | 'stop'>

/** `format`: the format of all files, if it is not to be detected. `onRead` receives the number of results in each piece read. */
type Choice = { format?: string | undefined; onRead?: (results: number) => void }

/**
 * Reads test reports to the end: files, folders, patterns, and `-` for stdin, in the order given. Returns nothing before all
 * of them are read, so that a broken report at the end cannot leave half a submission behind. Some of them may have no test,
 * but not all.
 */
export const readReports = (
  typed: readonly string[],
  io: Surroundings & Pick<Io, 'platform'>,
  choice: Choice = {},
): Promise<ReadReports> => inTightHeap(() => readAll(typed, io, choice))

const readAll = async (
  typed: readonly string[],
  io: Surroundings & Pick<Io, 'platform'>,
  choice: Choice,
): Promise<ReadReports> => {
  const keep = createInterning()
  const reading: ReadReports = { reports: [], outcomes: [] }
  const found = await findReports(typed, io, choice)
  for (const report of found) {
    const take = (outcome: Outcome) => reading.outcomes.push(keep(outcome))
    reading.reports.push(await readReport(report, io, take, choice).catch(sayUnsent(found.length)))
  }
  checkTests(reading.reports)
  return reading
}

/** Adds to the error of a broken report that the other reports were not submitted either. */
const sayUnsent =
  (count: number) =>
  (error: unknown): never => {
    if (!(error instanceof UsageError) || count < 2) throw error
    throw new UsageError(`${error.message}; none of the ${count} reports was submitted`, error.details)
  }

/** Finds the reports that the user named, in the order typed. With a chosen format other than Allure's, each file is a report. */
export const findReports = async (
  typed: readonly string[],
  io: Surroundings & Pick<Io, 'platform'>,
  { format = 'allure' }: Choice = {},
): Promise<NamedReport[]> => {
  const files = await findFiles(typed, io)
  return format === 'allure' ? gatherReports(files, io) : files.map((file) => ({ file }))
}

/** Reads one report to its end, passes each outcome to `take`, and returns the counts. Throws like `readOutcomes`. */
export const readReport = async (
  report: NamedReport,
  io: Surroundings,
  take: (outcome: Outcome) => void,
  choice: Choice = {},
): Promise<Report> => {
  const pieces = readOutcomes(report, io, choice)
  for (;;) {
    const { done, value } = await pieces.next()
    if (done) return value
    choice.onRead?.(value.length)
    value.forEach(take)
  }
}

/**
 * Streams the outcomes of one report, those of each piece of the file together, in bounded memory; returns its format and
 * counts, which may be zero. Throws a UsageError that names the file if it is missing, empty, malformed or not a report.
 */
export const readOutcomes = async function* (
  { file, parts }: NamedReport,
  io: Surroundings,
  choice: Choice = {},
): AsyncGenerator<readonly Outcome[], Report> {
  const { head, source } = await lookAhead(await openSource(file, io, parts))
  const format = recognise(sourceName(file), head, choice.format)
  const counts = noCounts()
  const dropped: Dropped[] = []
  let undecided = 0
  const drop: Drop = ({ reason, line, name, isTest }) => {
    if (isTest) undecided++
    dropped.push({ reason: copyText(reason), line, name: name === undefined ? undefined : copyText(name) })
  }
  for await (const outcomes of format.read(source, drop)) {
    io.stop.throwIfAborted()
    for (const outcome of outcomes) addCount(counts, outcome)
    yield outcomes
  }
  const report = { file, format: format.name, ...counts, cases: counts.cases + undecided, dropped }
  if (choice.format !== undefined && !hasResult(report))
    checkChosen(sourceName(file), { head, chosen: format, dropped: dropped.length })
  return report
}

/** Throws a UsageError if none of the reports has a result. */
export const checkTests = (reports: readonly Report[]): void => {
  const [first, ...others] = reports
  if (!first || reports.some((report) => hasResult(report))) return
  const telling = reports.find(({ dropped }) => dropped.length > 0)
  if (telling) throw withoutResult(telling)
  const which =
    others.length > 0
      ? `none of the ${reports.length} reports has a test in it`
      : `${sourceName(first.file)} has no test in it`
  throw new UsageError(which, { hint: 'did the test run find its tests?' })
}

/** Returns the reports that are empty: some runners write one for each of their engines. DECISIONS 92 */
export const emptyAmong = (reports: readonly Report[]): Report[] =>
  reports.filter((report) => !hasResult(report) && report.dropped.length === 0)

const hasResult = ({ passed, failed, skipped, flaky }: Report): boolean => passed + failed + skipped + flaky > 0

const withoutResult = ({ file, dropped: [first, ...more] }: Report): UsageError => {
  const others = more.length > 0 ? ` (and ${more.length} more)` : ''
  const what = [first?.name, first?.reason].filter(Boolean).join(': ')
  return new UsageError(onOneLine(`${sourceName(file)} has no result in it; ${what}${others}`), {
    hint: 'look into the report, or the log of the test run',
  })
}
