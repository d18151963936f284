import { jsonTokens } from '../../system/json/tokens.ts'
import type { Sender } from '../outgoing.ts'

/**
 * Masks the key in everything that is sent: text from elsewhere may contain it, and everybody can read the stored text. Sits outside all
 * wrappers that show or repeat a request. DECISIONS 103
 */
export const masked =
  (key: string, transport: Sender): Sender =>
  (request) =>
    transport(
      Object.assign({}, request, {
        // Changes have no query, and a batch sends thousands of them.
        query: request.query === '' ? '' : maskQuery(key, request.query),
        body: request.body === undefined ? undefined : maskJson(key, request.body),
      }),
    )

/** Masks the key in the strings of a JSON text; the rest is unchanged. */
export const maskJson = (key: string, json: string): string => {
  const encoded = encodeURIComponent(key)
  const mayHoldIt = (text: string): boolean => text.includes('\\') || text.includes(key) || text.includes(encoded)
  if (key.length < shortestKey || !mayHoldIt(json)) return json
  let masked = ''
  let end = 0
  for (const { text: written, index } of jsonTokens(json)) {
    if (!mayHoldIt(written)) continue
    const text = JSON.parse(written) as string
    const clean = withoutKey(key, text)
    if (clean === text) continue
    masked += json.slice(end, index) + JSON.stringify(clean)
    end = index + written.length
  }
  return masked + json.slice(end)
}

const maskQuery = (key: string, query: string): string => {
  const pairs = [...new URLSearchParams(query)]
  const clean = pairs.map((pair) => pair.map((text) => withoutKey(key, text)))
  const isClean = clean.join('\n') === pairs.join('\n')
  return isClean ? query : new URLSearchParams(clean as [string, string][]).toString()
}

// Plain or URL-encoded.
const withoutKey = (key: string, text: string): string =>
  key.length < shortestKey
    ? text
    : [key, encodeURIComponent(key)].reduce((rest, one) => rest.replaceAll(one, '********'), text)

/**
 * Returns a pattern that finds the key in an answer: plain, URL-encoded, or in JSON, where a service may write `/` as `\/` (PHP) or `+` as
 * `\u002B` (.NET). DECISIONS 578
 */
export const keyInAnswers = (key: string): RegExp =>
  key.length < shortestKey ? /(?!)/g : new RegExp([...key].map(anyFormOf).join(''), 'g')

const anyFormOf = (character: string, at: number): string => {
  if (/\w/.test(character)) return character
  const code = character.charCodeAt(0).toString(16)
  const escaped = code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
  return `(?:${at === 0 ? unescaped : ''}(?:\\\\?\\x${code}|\\\\u00${escaped})|%${escaped})`
}

// Not after the backslash of an escape: that would be left alone, and escape the mask. The number has a limit, for speed.
const unescaped = String.raw`(?<!(?<!\\)\\(?:\\\\){0,3})`

// A shorter key may occur in a text by chance, and would not be much of a secret.
const shortestKey = 8
