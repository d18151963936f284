/** What may come next in a document. */
export type GrammarState = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'next' | 'end'

/** Expected tokens, in words; `next key` is for what follows a member of an object. */
export const expected: Record<GrammarState | 'next key', string> = {
  value: 'a value',
  'first value': 'a value or ]',
  key: 'a key in quotes',
  'first key': 'a key in quotes or }',
  colon: 'a colon',
  next: 'a comma or ]',
  'next key': 'a comma or }',
  end: 'the end of the file',
}

/** Matches a number, or one of the three words. */
export const scalar = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/

/** Returns the position after any spaces. */
export const afterSpaces = (text: string, from: number): number => {
  let at = from
  while (at < text.length && text.charCodeAt(at) === 0x20) at++
  return at
}

/** Whether a character code can be in a number or a word. */
export const isWord = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) ||
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  code === 0x2d ||
  code === 0x2b ||
  code === 0x2e

/** Formats the character at a position for an error. */
export const showCharacter = (text: string, at: number): string =>
  JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0))
