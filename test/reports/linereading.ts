import type { Dropped } from '../../src/reports/report-format.ts'
import type { ReportFormat } from '../../src/reports/report-format.ts'
import type { Outcome } from '../../src/reports/outcome.ts'

/** Reads a report from memory with a given format, in chunks of the given size. */
export const readIn = async (
  format: ReportFormat,
  content: string | Uint8Array,
  pieceSize = 65_536,
): Promise<{ outcomes: Outcome[]; dropped: Dropped[] }> => {
  const outcomes: Outcome[] = []
  const dropped: Dropped[] = []
  const source = { name: 'report', chunks: pieces(Buffer.from(content), pieceSize) }
  for await (const found of format.read(source, (one) => dropped.push(one))) outcomes.push(...found)
  return { outcomes, dropped }
}

/** Returns a report with a JSON object on each line. */
export const lines = (...events: object[]): string => events.map((event) => JSON.stringify(event)).join('\n')

/** Formats outcomes as `failed a › b › c`. */
export const listed = (outcomes: readonly Outcome[]): string[] =>
  outcomes.map(({ result, suite, name }) => `${result} ${[...suite, name].join(' › ')}`)

/** Yields bytes in chunks of the given size. */
export const pieces = async function* (bytes: Uint8Array, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}
