/**
 * Escapes a text for display in one line: characters that act on a terminal, reorder text or can't be seen are written as JSON
 * escapes (`\n`, `\u001b`, `\u202e`), which are ASCII in every locale.
 * Emoji families keep their joiners, up to four members; any other joiner is escaped. DECISIONS 28
 */
export const safe = (text: string): string =>
  printableAscii.test(text)
    ? text
    : text.replace(patterns().unsafe, (found, family?: string) => family ?? escape(found))

/** Escapes a text of several lines for display: like `safe`, but keeps newlines and tabs. */
export const safeLines = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.split('\t').map(safe).join('\t'))
    .join('\n')

/**
 * Applies `show` to a text, except to invisible characters that writing needs: joiners in Persian or Hindi words and in emoji families,
 * and the letters of a flag. DECISIONS 28, 470
 */
export const keepingJoiners = (text: string, show: (text: string) => string): string => {
  if (!joining.test(text)) return show(text)
  let shown = ''
  let end = 0
  for (const { 0: needed, index } of text.matchAll(patterns().needed)) {
    shown += show(text.slice(end, index)) + needed
    end = index + needed.length
  }
  return shown + show(text.slice(end))
}

/** Escapes characters in a JSON document that JSON allows but a terminal should not get; it means the same when parsed. */
export const safeJson = (json: string): string =>
  printableJson.test(json) ? json : json.replace(patterns().invisible, (found) => escape(found))

// A joiner, or the high surrogate of the letters of a flag: a quick test, as nearly no text has one.
const joining = /[\u200c\u200d]|\udb40/
const printableAscii = /^[ -~]*$/
const printableJson = /^[ -~\n]*$/

// DEL and C1; soft hyphen; direction marks, embeddings, overrides and isolates; zero-width characters and joiners; line
// and paragraph separators; invisible operators; annotations; tags; and halves of surrogate pairs.
const unseen = String.raw`\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Cs}`
const member = String.raw`\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?`
const family = String.raw`${member}(?:\u200d${member}){1,3}`
// A letter of a script that has joiners within its words.
const letter = String.raw`(?![\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])[\p{L}\p{M}]`
const flag = String.raw`(?<=\u{1f3f4})[\u{e0061}-\u{e007a}]{4,6}\u{e007f}`
// Compiled on first use: that takes longer than anything else created at a start, and most texts are ASCII.
const patterns = () =>
  (made ??= {
    invisible: new RegExp(`[${unseen}]`, 'gu'),
    unsafe: new RegExp(String.raw`(${family})|[\0-\u001f${unseen}]`, 'gu'),
    needed: new RegExp(String.raw`[\u200c\u200d](?<=${letter}.)(?=${letter})|${flag}|${family}`, 'gu'),
  })
let made: Record<'invisible' | 'unsafe' | 'needed', RegExp> | undefined

const escape = (character: string): string =>
  character < ' '
    ? JSON.stringify(character).slice(1, -1)
    : character
        .split('')
        .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join('')
