import type { Issue } from '../../errors.ts'
import { unknownName } from './issues.ts'
import { jsonTokens } from '../../system/json/tokens.ts'
import { measureJson, mostLevels, tooDeep } from './json-size.ts'
import { parseOfOthers } from '../../system/json/parse.ts'

/** Reads JSON; undefined for anything else. */
export const parseJson = (text: string): unknown => {
  try {
    return parseOfOthers(text)
  } catch {
    return undefined
  }
}

/** The field of a JSON object, of text that may be anything; undefined where there is none. */
export const fieldOf = (text: string | undefined, name: string): unknown =>
  (parseJson(text ?? '') as Record<string, unknown> | null | undefined)?.[name]

/**
 * Finds valid JSON that a service must not store: more than 100 levels, a key `__proto__`, a number beyond
 * the range of a number. Returns the first one.
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

/** Whether a value has an integer that JSON may have written with other digits. DECISIONS 32 */
export const hasHugeInteger = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(hasHugeInteger)
}

/**
 * The first duplicate key of an object in valid JSON, of its text, its parsed value and the number of names in it; undefined
 * where there is none.
 */
export const findKeyTwice = (
  text: string,
  value: unknown = JSON.parse(text),
  { names } = measureJson(text),
): string | undefined => {
  // Where the text has as many keys as the parsed value, none was lost. Only otherwise is the slow search needed.
  if (names === countKeys(value)) return undefined
  // For each object or list that is open here, the keys that it has had so far.
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
