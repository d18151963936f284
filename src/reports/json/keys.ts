import { createJsonScanner } from '../../system/json/scanner.ts'

/**
 * Returns the paths of the keys at the beginning of a JSON document, deep enough to recognise it: `results`,
 * `results.tests`, `results.tests.*`. Stops when the text is no longer JSON; of several documents, only the first counts.
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
