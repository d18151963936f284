/** A token of a JSON text: its position, whether it is a key, and the match of the pattern for one that is no string. */
export type JsonToken = { text: string; index: number; isKey: boolean; found: readonly (string | undefined)[] }

/**
 * Yields the tokens of a JSON text in order: each string with its quotes, and the matches of a pattern outside strings. Strings are not
 * found by a pattern, because V8 keeps a backtracking position for each repetition of a group, and throws a RangeError if they need more
 * than 64 MB: after some million characters or escapes. DECISIONS 261
 */
export const jsonTokens = function* (json: string, others = nothing): Generator<JsonToken> {
  const pattern = new RegExp(`"|${others.source}`, 'g')
  for (let found = pattern.exec(json); found; found = pattern.exec(json)) {
    const [text] = found
    const { index } = found
    if (text !== '"') {
      yield { text, index, isKey: false, found }
      continue
    }
    const end = endOfString(json, index) + 1
    yield { text: json.slice(index, end), index, isKey: isColonNext(json, end), found: [] }
    pattern.lastIndex = end
  }
}

const nothing = /(?!)/

/** Returns the position of the closing quote of a JSON string; the end of the text if there is none. */
export const endOfString = (json: string, start: number): number => {
  let end = json.indexOf('"', start + 1)
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end < 0 ? json.length : end
}

const isEscaped = (json: string, at: number): boolean => {
  let before = at - 1
  while (json[before] === '\\') before--
  return (at - before) % 2 === 0
}

const isColonNext = (json: string, start: number): boolean => {
  let at = start
  while (' \n\r\t'.includes(json[at] ?? 'none')) at++
  return json[at] === ':'
}
