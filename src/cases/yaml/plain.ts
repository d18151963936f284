/** What a plain word of YAML stands for: null, a boolean, a number that JSON writes so, else the text as it is. DECISIONS 165 */
export const resolvePlain = (word: string): unknown => {
  if (word === '' || word === '~' || word === 'null') return null
  if (word === 'true' || word === 'false') return word === 'true'
  return number.test(word) && String(Number(word)) === word ? Number(word) : word
}

const number = /^-?\d[\d.]*(e[+-]\d+)?$/

/** Whether every reader of YAML takes the word for this text, without quotes: also those of YAML 1.1, to which `no` is false. */
export const isPlainText = (text: string): boolean =>
  text.length <= 200 && safe.test(text) && !text.endsWith(' ') && !trap.test(text)

const safe = /^[\p{L}][\p{L}\p{N} _./()›+@-]*$/u
const trap = /^(y|yes|n|no|on|off|true|false|null|nan|inf)$/i
