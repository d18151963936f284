import { UsageError } from '../../errors.ts'
import { decode } from '../files/encoding.ts'
import type { ReportFormat, Taker } from '../report-format.ts'
import { type FormatKey, formatNames } from '../../contract/report-formats.ts'
import type { Head } from '../sniff.ts'
import type { Outcome } from '../outcome.ts'
import type { Source } from '../files/source.ts'
import { sourceName } from '../../system/files/text.ts'
import { createLineSplitter } from '../../system/text/lines.ts'
import { isInOtherEncoding } from './other-encoding.ts'

/** The reader of a format: receives each line without its line break, counted from 1, and the end of the report. */
export type LineReader = { line: (text: string, at: number) => void; end: () => void }

/**
 * Builds a format that is read line by line, in memory that does not grow with the file. Throws a UsageError for a line of
 * over 16 million characters, which cannot be a line of a report.
 */
export const lineFormat = ({
  createReader,
  ...format
}: {
  key: FormatKey
  recognises: (head: Head) => boolean
  createReader: (taker: Taker) => LineReader
}): ReportFormat => ({
  ...format,
  name: formatNames[format.key],
  read: async function* (source, drop) {
    let outcomes: Outcome[] = []
    const reader = createReader({ report: source.name, found: (outcome) => outcomes.push(outcome), drop })
    let at = 1
    let isMixed = false
    for await (const lines of readLines(source)) {
      for (const line of lines) {
        if (!isMixed && isInOtherEncoding(line)) {
          isMixed = true
          drop({
            reason: 'results may be missing: this line is in another encoding than the lines before it',
            line: at,
          })
        }
        reader.line(bare(line), at++)
      }
      yield outcomes
      outcomes = []
    }
    reader.end()
    yield outcomes
  },
})

// In a file that was put together, each report may begin with a byte order mark.
const bare = (line: string): string => {
  const start = line.startsWith('\ufeff') ? 1 : 0
  const end = line.endsWith('\r') ? line.length - 1 : line.length
  return start > 0 || end < line.length ? line.slice(start, end) : line
}

const longestLine = 16 * 1024 * 1024

// Yields the lines that end in each piece of the file.
const readLines = async function* (source: Source): AsyncGenerator<string[]> {
  const { push, rest } = createLineSplitter()
  let at = 1
  for await (const piece of decode(source)) {
    if (rest().length > longestLine) throw tooLong(source.name, at)
    const lines = push(piece)
    at += lines.length
    yield lines
  }
  if (rest()) yield [rest()]
}

const tooLong = (name: string, at: number): UsageError =>
  new UsageError(
    `${sourceName(name)} has a line that is too long: line ${at} has more than ${longestLine} characters`,
    {
      hint: 'is it a test report? look at that line; nothing has been sent',
    },
  )
