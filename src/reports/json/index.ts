import { UsageError } from '../../errors.ts'
import { decode } from '../files/encoding.ts'
import { createJsonScanner, type JsonFault, type JsonListener } from './scanner.ts'
import type { Outcome } from '../outcome.ts'
import type { Source } from '../files/source.ts'

/**
 * Lets a listener walk a JSON document, in memory that does not grow with the file; yields the outcomes that it finds,
 * those of a piece of the file together. Malformed, cut off, too deep, a single value too large: each a UsageError that
 * names the file, the line and the column. DECISIONS 50
 */
export const readJson = async function* (
  source: Source,
  createListener: (found: (outcome: Outcome) => void) => JsonListener,
): AsyncGenerator<Outcome[]> {
  let outcomes: Outcome[] = []
  const listener = createListener((outcome) => outcomes.push(outcome))
  const scanner = createJsonScanner(listener, (fault) => malformed(source.name, fault))
  const take = () => {
    const taken = outcomes
    outcomes = []
    return taken
  }
  for await (const text of decode(source)) {
    scanner.write(text)
    yield take()
  }
  scanner.end()
  yield take()
}

const malformed = (name: string, { what, line, column, cutOff }: JsonFault): UsageError =>
  new UsageError(`${name} is not well-formed JSON: line ${line}, column ${column}: ${what}`, {
    hint: cutOff ? 'was the test run cut off while it wrote the report?' : 'look at that line; nothing has been sent',
  })
