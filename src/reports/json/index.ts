import { UsageError } from '../../errors.ts'
import { decode } from '../files/encoding.ts'
import { createJsonScanner, type JsonFault, type JsonListener } from '../../system/json/scanner.ts'
import type { Source } from '../files/source.ts'
import { sourceName } from '../../system/files/text.ts'
import { longestString } from '../../system/json/string.ts'

/**
 * Streams a JSON document through a listener, in memory that does not grow with the file; yields what the listener finds in
 * each piece of the file. Throws a UsageError with the file, the line and the column if the document is malformed, cut off
 * or too deep, or if a single value is too large. DECISIONS 50
 */
export const readJson = async function* <Found>(
  source: Source,
  createListener: (found: (one: Found) => void) => JsonListener,
  { longest = longestString, cutOff = ofReports }: { longest?: number; cutOff?: string } = {},
): AsyncGenerator<Found[]> {
  let found: Found[] = []
  const listener = createListener((one) => found.push(one))
  const scanner = createJsonScanner(listener, (fault) => malformed(source.name, fault, cutOff), longest)
  const take = () => {
    const taken = found
    found = []
    return taken
  }
  for await (const text of decode(source)) {
    scanner.write(text)
    yield take()
  }
  scanner.end()
  yield take()
}

const ofReports = 'was the test run cut off while it wrote the report?'

const malformed = (name: string, { what, line, column, cutOff }: JsonFault, advice: string): UsageError =>
  new UsageError(`${sourceName(name)} is not well-formed JSON: line ${line}, column ${column}: ${what}`, {
    hint: cutOff ? advice : 'look at that line; nothing has been sent',
  })
