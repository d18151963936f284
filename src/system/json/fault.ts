import { createJsonScanner, type JsonFault } from './scanner.ts'

/** Returns the first fault of a text that is not valid JSON, with its line and column; undefined for valid JSON. */
export const jsonFaultOf = (text: string): JsonFault | undefined => {
  let first: JsonFault | undefined
  const scanner = createJsonScanner(
    { begins: () => 'enter', takes: () => undefined, ends: () => undefined },
    (fault) => {
      first ??= fault
      return new Error(fault.what)
    },
  )
  try {
    scanner.write(text)
    scanner.end()
  } catch {
    // The fault is kept in `first`.
  }
  return first
}

/** Describes the first fault in words, with its place: `"x" is no value (line 3, column 6)`. */
export const describeJsonFault = (text: string): string | undefined => {
  const fault = jsonFaultOf(text)
  if (!fault) return undefined
  const { what, line, column, cutOff } = fault
  return cutOff ? `it ends too early, in line ${line}, column ${column}` : `${what} (line ${line}, column ${column})`
}
