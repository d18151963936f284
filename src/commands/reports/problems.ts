import { PartialError, UsageError } from '../../errors.ts'
import type { checkTests, Dropped, emptyAmong, Report } from '../../reports/index.ts'
import { onOneLine } from '../../system/files/text.ts'
import { counted } from '../../output/text/count.ts'

/** A report that was read, or the reason why it cannot be read. */
export type Read = Report | { file: string; error: UsageError }

/** The functions that judge reports that were read. */
type Reading = { checkTests: typeof checkTests; emptyAmong: typeof emptyAmong }

/** Warns of problems in the reports, unless the answer shows them, and throws an error for the worst problem, if there is one. */
export const conclude = async (
  reports: readonly Read[],
  { warn = async () => undefined, reading }: { warn: ((text: string) => Promise<void>) | undefined; reading: Reading },
): Promise<void> => {
  const errors = reports.flatMap((one) => ('error' in one ? [one.error] : []))
  const read = reports.flatMap((one) => ('error' in one ? [] : [one]))
  const dropped = read.reduce((sum, one) => sum + one.dropped.length, 0)
  const named = read.flatMap((one) => one.dropped.slice(0, mostNamed).map((each) => describe(one.file, each)))
  for (const line of named.slice(0, mostNamed)) await warn(line)
  for (const line of emptyLines(read, reading)) await warn(line)
  if (dropped > mostNamed) await warn(`and ${dropped - mostNamed} more, which --json names`)
  const [first, ...more] = errors
  if (first && more.length === 0) throw first
  for (const { message } of errors) await warn(onOneLine(message))
  if (first)
    throw new UsageError(`${errors.length} of ${counted(reports.length, 'report')} cannot be read`, {
      hint: first.hint,
    })
  reading.checkTests(read)
  if (dropped > 0)
    throw new PartialError(`dropped ${counted(dropped, 'entry', 'entries')} without a result`, {
      hint: 'look into the report, or the log of the test run',
    })
}

/** Names the reports without a test, if other reports have some. */
export const emptyLines = (reports: readonly Report[], { emptyAmong }: Pick<Reading, 'emptyAmong'>): string[] => {
  const empty = emptyAmong(reports)
  const lines = empty.slice(0, mostNamed).map(({ file }) => onOneLine(`${file} has no test in it`))
  return empty.length === reports.length
    ? []
    : [...lines, ...(empty.length > mostNamed ? [`${empty.length - mostNamed} more have no test in them`] : [])]
}

const mostNamed = 20

const describe = (file: string, { line, name, reason }: Dropped): string => {
  const place = line === undefined ? file : `${file}:${line}`
  return onOneLine(name ? `${name} (${place}): ${reason}` : `${place}: ${reason}`)
}
