import { UsageError } from '../../errors.ts'
import { decode } from '../files/encoding.ts'
import { createJsonScanner, type JsonFault, type JsonListener } from '../../system/json/scanner.ts'
import type { Source } from '../files/source.ts'
import { sourceName } from '../../system/files/text.ts'
import { longestString } from '../../system/json/string.ts'

/**
 * Lets a listener walk a JSON document, in memory that does not grow with the file; yields what it finds,
 * that of a piece of the file together. Malformed, cut off, too deep, a single value too large: each a UsageError that
 * names the file, the line and the column. DECISIONS 50
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
