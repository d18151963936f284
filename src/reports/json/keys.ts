import { createJsonScanner } from '../../system/json/scanner.ts'

/**
 * The paths of the keys in the beginning of a JSON document, deep enough to recognise it: `results`, `results.tests`,
 * `results.tests.*`. They end where the text stops being JSON; of several documents, the first counts.
 */
export const keysIn = (text: string): ReadonlySet<string> => {
  const keys = new Set<string>()
  const scanner = createJsonScanner(
    {
      begins: (path) => {
        keys.add(path)
        return path.split('.').length < deepest ? 'enter' : 'skip'
      },
      takes: () => {},
      ends: () => {},
    },
    ({ what }) => new Error(what),
  )
  try {
    scanner.write(text)
  } catch {
    // The reader reports what is wrong, and where.
  }
  return keys
}

const deepest = 3
