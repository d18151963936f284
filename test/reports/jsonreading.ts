import type { Dropped } from '../../src/reports/report-format.ts'
import type { ReportFormat } from '../../src/reports/report-format.ts'
import type { Outcome } from '../../src/reports/outcome.ts'

/** Reads a JSON report from memory in chunks of the given size. The report is a string, or a value to stringify. */
export const readAs = async (
  format: ReportFormat,
  report: unknown,
  size = 65_536,
): Promise<{ outcomes: Outcome[]; dropped: Dropped[] }> => {
  const outcomes: Outcome[] = []
  const dropped: Dropped[] = []
  const bytes = Buffer.from(typeof report === 'string' ? report : JSON.stringify(report, null, 1))
  const chunks = (async function* () {
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
  })()
  for await (const piece of format.read({ name: 'report.json', chunks }, (one) => dropped.push(one)))
    outcomes.push(...piece)
  return { outcomes, dropped }
}

/** Returns the value with the keys of every object in alphabetical order, like `jq -S`. */
export const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]))
}
