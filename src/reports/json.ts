import { UsageError } from '../errors.ts'
import { decode } from './encoding.ts'
import { createJsonScanner, type JsonFault, type JsonListener } from './jsonscanner.ts'
import type { Source } from './source.ts'

/** What a format makes of a JSON document as it streams by. */
export type JsonVisitor<T> = JsonListener & {
  /** Hands over what is finished. */
  take: () => T[]
}

/**
 * Lets a visitor walk a JSON document, in memory that does not grow with the file; yields what it makes of each piece.
 * Malformed, cut off, too deep, or a single value too large: each a UsageError that names the file, the line and the column.
 */
export const readJson = async function* <T>(source: Source, visitor: JsonVisitor<T>): AsyncGenerator<T[]> {
  const scanner = createJsonScanner(visitor, (fault) => malformed(source.name, fault))
  for await (const text of decode(source)) {
    scanner.write(text)
    yield visitor.take()
  }
  scanner.end()
  yield visitor.take()
}

const malformed = (name: string, { what, line, column, cutOff }: JsonFault): UsageError =>
  new UsageError(`${name} is not well-formed JSON: line ${line}, column ${column}: ${what}`, {
    hint: cutOff ? 'was the test run cut off while it wrote the report?' : 'look at that line; nothing has been sent',
  })
