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
  const dropped = reports.flatMap((one) =>
    'error' in one ? [] : one.dropped.map((each) => ({ file: one.file, ...each })),
  )
  for (const one of dropped.slice(0, mostNamed)) await warn(describe(one))
  if (dropped.length > mostNamed) await warn(`and ${dropped.length - mostNamed} more, which --json names`)
  const [first, ...more] = errors
  if (first && more.length === 0) throw first
  for (const { message } of errors) await warn(message)
  if (first)
    throw new UsageError(`${errors.length} of ${counted(reports.length, 'report')} cannot be read`, {
      hint: first.hint,
    })
  if (dropped.length > 0)
    throw new PartialError(`not all that the reports tell are results: ${dropped.length} dropped`, {
      hint: 'look into the report, or the log of the test run',
    })
}

const mostNamed = 20

const describe = ({ file, line, name, reason }: Dropped & { file: string }): string => {
  const place = line === undefined ? file : `${file}:${line}`
  return name ? `${name} (${place}): ${reason}` : `${place}: ${reason}`
}
