import { jsonTokens } from './tokens.ts'

/** The first integer of a JSON text that a number cannot hold as it is written; undefined where there is none. */
export const findRounded = (json: string): string | undefined => {
  for (const one of roundedIn(json)) return one
  return undefined
}

/** Every integer of a JSON text that a number cannot hold as it is written. */
export const roundedIn = function* (json: string): Generator<string> {
  // Only from 16 digits on. Most texts have none where a number can begin, which is found out at once; ids are made of digits, too.
  if (!/(?:^|[:[,\s-])\d{16}/.test(json)) return
  for (const { text, found } of jsonTokens(json, hugeInteger))
    if (found.length > 0 && text !== String(Number(text)) && isRounded(text)) yield text
}

const hugeInteger = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/

/** Whether a number of JSON has more digits than a number holds. */
export const isRounded = (number: string): boolean => digitsOf(number) !== digitsOf(String(Number(number)))

/** The digits of a number that count, without those that say how large it is. */
const digitsOf = (number: string): string =>
  number
    .replace(/[eE].*/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|(?<!0)0+$/g, '')
