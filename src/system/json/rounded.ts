import { jsonTokens } from './tokens.ts'

/** Returns the first integer in a JSON text that would lose digits as a number; undefined if there is none. */
export const findRounded = (json: string): string | undefined => {
  for (const one of roundedIn(json)) return one
  return undefined
}

/** Yields every integer in a JSON text that would lose digits as a number. */
export const roundedIn = function* (json: string): Generator<string> {
  // Only integers of 16 digits or more can. Most texts have no such digits where a number can begin (ids have them elsewhere).
  if (!/(?:^|[:[,\s-])\d{16}/.test(json)) return
  for (const { text, found } of jsonTokens(json, hugeInteger))
    if (found.length > 0 && text !== String(Number(text)) && isRounded(text)) yield text
}

const hugeInteger = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/

/** Whether a JSON number has more digits than a double can hold. */
export const isRounded = (number: string): boolean => digitsOf(number) !== digitsOf(String(Number(number)))

/** Returns the significant digits of a number, without those that only show its magnitude. */
const digitsOf = (number: string): string =>
  number
    .replace(/[eE].*/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|(?<!0)0+$/g, '')
