import type { Issue } from '../errors.ts'

/** Reads JSON; undefined for anything else. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The field of a JSON object, of text that may be anything; undefined where there is none. */
export const fieldOf = (text: string | undefined, name: string): unknown =>
  (parseJson(text ?? '') as Record<string, unknown> | null | undefined)?.[name]

const deepest = 100

/**
 * Finds what JSON can say and a service had better not keep: more than 100 levels, a key `__proto__`, a number beyond
 * what a number holds. Gives the first one found.
 */
export const checkJson = (value: unknown, path = '', depth = 1): Issue[] => {
  if (typeof value === 'number' && !Number.isFinite(value)) return [{ path, message: 'is too large for a number' }]
  if (typeof value !== 'object' || value === null) return []
  if (depth > deepest) return [{ path: '', message: `the body is nested more than ${deepest} levels deep` }]
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__') return [{ path: path ? `${path}.${key}` : key, message: 'is not known' }]
    const issues = checkJson(inner, Array.isArray(value) ? `${path}[${key}]` : path ? `${path}.${key}` : key, depth + 1)
    if (issues.length > 0) return issues
  }
  return []
}

/** The first key that a JSON object has twice, of text that is JSON; undefined where each has its keys once. */
export const findKeyTwice = (text: string): string | undefined => {
  // For each object or list that is open here, the keys that it has had so far.
  const open: (Set<string> | undefined)[] = []
  for (const { 0: token, 1: colon } of text.matchAll(tokens)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(undefined)
    else if (token === '}' || token === ']') open.pop()
    else if (colon !== undefined) {
      const key = JSON.parse(token.slice(0, -colon.length)) as string
      const keys = open.at(-1)
      if (keys?.has(key)) return key
      keys?.add(key)
    }
  }
  return undefined
}

// A text with the colon after it is a key.
const tokens = /[{}[\]]|"(?:[^"\\]|\\.)*"(\s*:)?/g
