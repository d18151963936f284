import type { Issue } from '../../errors.ts'
import { endOfString } from '../../system/json/tokens.ts'

/** How much there is in a JSON text: the names of fields, the commas between items, and the levels of nesting. */
export type JsonSize = { names: number; commas: number; depth: number }

/** Counts what is in a text that may be no JSON, in one pass: it takes a fraction of the time that parsing takes. */
export const measureJson = (text: string): JsonSize => {
  const size = { names: 0, commas: 0, depth: 0 }
  let open = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') at = endOfString(text, at)
    else if (character === ':') size.names += 1
    else if (character === ',') size.commas += 1
    else if (character === '{' || character === '[') size.depth = Math.max(size.depth, ++open)
    else if (character === '}' || character === ']') open -= 1
  }
  return size
}

/** How many levels JSON may have. */
export const mostLevels = 100
export const tooDeep = `the body is nested more than ${mostLevels} levels deep`

// A list may have 100,000 ids.
const mostNames = 10_000
const mostCommas = 150_000

/**
 * Finds in a body what would take long to parse, check and store, before any of that is done: it holds up all others.
 * DECISIONS 244
 */
export const checkJsonSize = ({ names, commas, depth }: JsonSize): Issue[] => {
  if (depth > mostLevels) return [{ path: '', message: tooDeep }]
  if (names > mostNames) return [{ path: '', message: `the body has more than ${mostNames} names of fields` }]
  return commas > mostCommas ? [{ path: '', message: `the body has more than ${mostCommas} items` }] : []
}
