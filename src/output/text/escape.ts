/**
 * Makes a text from elsewhere fit to be shown in a line: characters that act on a terminal, reorder text or can't be seen
 * become visible, written as JSON writes it (`\n`, `\u001b`, `\u202e`), which is ASCII in every locale.
 * Emoji families keep their joiners, up to four members; anywhere else a joiner is made visible. DECISIONS 28
 */
export const safe = (text: string): string =>
  printableAscii.test(text)
    ? text
    : text.replace(patterns().unsafe, (found, family?: string) => family ?? escape(found))

/** The same for a text of several lines: newlines and tabs stay what they are. */
export const safeLines = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.split('\t').map(safe).join('\t'))
    .join('\n')

/** Escapes in a JSON document what JSON allows but a terminal should not get; it means the same when parsed. */
export const safeJson = (json: string): string =>
  printableJson.test(json) ? json : json.replace(patterns().invisible, (found) => escape(found))

const printableAscii = /^[ -~]*$/
const printableJson = /^[ -~\n]*$/

// DEL and C1; soft hyphen; direction marks, embeddings, overrides and isolates; zero-width characters and joiners; line
// and paragraph separators; invisible operators; annotations; tags; and halves of surrogate pairs.
const unseen = String.raw`\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Cs}`
const member = String.raw`\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?`
// To make them takes longer than anything else that is made at a start, and most texts are ASCII.
const patterns = () =>
  (made ??= {
    invisible: new RegExp(`[${unseen}]`, 'gu'),
    unsafe: new RegExp(String.raw`(${member}(?:\u200d${member}){1,3})|[\0-\u001f${unseen}]`, 'gu'),
  })
let made: { invisible: RegExp; unsafe: RegExp } | undefined

const escape = (character: string): string =>
  character < ' '
    ? JSON.stringify(character).slice(1, -1)
    : character
        .split('')
        .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join('')
