import { PartialError, UsageError } from '../errors.ts'
import type { Dropped, Report } from '../reports/index.ts'
import { counted } from './count.ts'

/** A report that was read, or why it could not be. */
export type Read = Report | { file: string; error: UsageError }

/** Says what is wrong with the reports, unless that was said already, and ends as the worst of it asks for. */
export const conclude = async (
  reports: readonly Read[],
  { warn = async () => undefined }: { warn: ((text: string) => Promise<void>) | undefined },
): Promise<void> => {
  const errors = reports.flatMap((one) => ('error' in one ? [one.error] : []))
  const read = reports.flatMap((one) => ('error' in one ? [] : [one]))
  const dropped = read.reduce((sum, one) => sum + one.dropped.length, 0)
  const named = read.flatMap((one) => one.dropped.slice(0, mostNamed).map((each) => describe(one.file, each)))
  for (const line of named.slice(0, mostNamed)) await warn(line)
  if (dropped > mostNamed) await warn(`and ${dropped - mostNamed} more, which --json names`)
  const [first, ...more] = errors
  if (first && more.length === 0) throw first
  for (const { message } of errors) await warn(message)
  if (first)
    throw new UsageError(`${errors.length} of ${counted(reports.length, 'report')} cannot be read`, {
      hint: first.hint,
    })
  if (dropped > 0)
    throw new PartialError(`not all that the reports tell are results: ${dropped} dropped`, {
      hint: 'look into the report, or the log of the test run',
    })
}

const mostNamed = 20

const describe = (file: string, { line, name, reason }: Dropped): string => {
  const place = line === undefined ? file : `${file}:${line}`
  return name ? `${name} (${place}): ${reason}` : `${place}: ${reason}`
}
