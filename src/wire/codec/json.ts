import type { Issue } from '../../errors.ts'
import { unknownName } from './issues.ts'
import { jsonTokens } from '../../system/json/tokens.ts'
import { measureJson, mostLevels, tooDeep } from './json-size.ts'
import { parseOfOthers } from '../../system/json/parse.ts'

/** Parses JSON; returns undefined for a text that is not JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return parseOfOthers(text)
  } catch {
    return undefined
  }
}

/** Returns a field of a JSON object; undefined if the text is not JSON or has no such field. */
export const fieldOf = (text: string | undefined, name: string): unknown =>
  (parseJson(text ?? '') as Record<string, unknown> | null | undefined)?.[name]

/**
 * Returns an issue for the first thing in a parsed value that a service must not store: more than 100 levels, a key `__proto__`, or a
 * number that is too large for a double.
 */
export const checkJson = (value: unknown): Issue[] => {
  const found = findUnfit(value, 1)
  if (!found) return []
  const path = (found.path ?? []).reduceRight<string>(
    (before, part) => (typeof part === 'number' ? `${before}[${part}]` : before ? `${before}.${part}` : part),
    '',
  )
  return [{ path, message: found.message }]
}

/** The problem, with its path from the inside out; an undefined path means the whole value. */
type Unfit = { path: (string | number)[] | undefined; message: string }

const findUnfit = (value: unknown, depth: number): Unfit | undefined => {
  if (typeof value === 'number' && !Number.isFinite(value)) return { path: [], message: 'is too large for a number' }
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > mostLevels) return { path: undefined, message: tooDeep }
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value)
  for (const key of keys) {
    if (key === '__proto__') return { path: [key], message: unknownName(key) }
    const found = findUnfit((value as Record<string | number, unknown>)[key], depth + 1)
    if (found) return { ...found, path: found.path && [...found.path, key] }
  }
  return undefined
}

/** Whether a value has an integer so large that its digits in the JSON text may differ. DECISIONS 32 */
export const hasHugeInteger = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(hasHugeInteger)
}

/**
 * Returns the first key that an object in valid JSON has twice, or undefined. `value` is the parsed text, `names` the number of keys in the
 * text.
 */
export const findKeyTwice = (
  text: string,
  value: unknown = JSON.parse(text),
  { names } = measureJson(text),
): string | undefined => {
  // If the text has as many keys as the parsed value, none was lost, and the slow search is not needed.
  if (names === countKeys(value)) return undefined
  // The keys so far of each open object; undefined for an open list.
  const open: (Set<string> | undefined)[] = []
  for (const { text: token, isKey } of jsonTokens(text, /[{}[\]]/)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(undefined)
    else if (token === '}' || token === ']') open.pop()
    else if (isKey) {
      const key = JSON.parse(token) as string
      const keys = open.at(-1)
      if (keys?.has(key)) return key
      keys?.add(key)
    }
  }
  return undefined
}

const countKeys = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  if (Array.isArray(value)) for (const inner of value) count += countKeys(inner)
  else for (const key of Object.keys(value)) count += 1 + countKeys((value as Record<string, unknown>)[key])
  return count
}
