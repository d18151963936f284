import { createJsonScanner, type JsonFault } from './scanner.ts'

/** The first fault of a text that is not valid JSON, with its line and column; undefined of valid JSON. */
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
