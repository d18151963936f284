/** Resolves a plain YAML word to null, a boolean, or a number in the form of JSON; any other word is a text. DECISIONS 165 */
export const resolvePlain = (word: string): unknown => {
  if (word === '' || word === '~' || word === 'null') return null
  if (word === 'true' || word === 'false') return word === 'true'
  return number.test(word) && String(Number(word)) === word ? Number(word) : word
}

const number = /^-?\d[\d.]*(e[+-]\d+)?$/

/** Whether every YAML reader takes the word without quotes for this text, also those of YAML 1.1, where `no` is false. */
export const isPlainText = (text: string): boolean =>
  text.length <= 200 && safe.test(text) && !text.endsWith(' ') && !trap.test(text)

const safe = /^[\p{L}][\p{L}\p{N} _./()›+@-]*$/u
const trap = /^(y|yes|n|no|on|off|true|false|null|nan|inf)$/i
