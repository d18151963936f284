import { createJsonScanner } from '../../system/json/scanner.ts'

/**
 * The paths of the keys in the beginning of a JSON document, as deep as it takes to tell what it is: `results`,
 * `results.tests`, `results.tests.*`. What is no JSON has none from there on; of several documents it is the first.
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
