import { Readable } from 'node:stream'
import type { Outcome } from '../../src/reports/outcome.ts'
import { readReports, type ReadReports } from '../../src/reports/index.ts'
import { junit } from '../../src/reports/junit/index.ts'
import { pieces } from './linereading.ts'

/** Reads JUnit XML from memory in chunks of the given size. */
export const readText = async (xml: string | Uint8Array, pieceSize = 65_536): Promise<Outcome[]> => {
  const outcomes: Outcome[] = []
  for await (const piece of junit.read({ name: 'report.xml', chunks: pieces(Buffer.from(xml), pieceSize) }, () => undefined)) {
    outcomes.push(...piece)
  }
  return outcomes
}

/** Reads files as `runs submit` does; `-` is read from `stdin`. */
export const readFiles = (
  files: readonly string[],
  stdin: string | Uint8Array = '',
  { cwd = process.cwd(), ...choice }: { cwd?: string; format?: string } = {},
): Promise<ReadReports> =>
  readReports(
    files,
    {
      stdin: Readable.from(stdin.length === 0 ? [] : [Buffer.from(stdin)]),
      cwd,
      platform: process.platform,
      stop: new AbortController().signal,
    },
    choice,
  )

/** Reads a report in any format from memory. Returns it with its outcomes and its dropped parts. */
export const readWhole = async (content: string): Promise<ReadReports['reports'][0] & { outcomes: Outcome[] }> => {
  const { reports, outcomes } = await readFiles(['-'], content)
  return { ...reports[0]!, outcomes }
}
