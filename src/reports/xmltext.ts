/** A text as it stands between tags. What XML forbids is shown: a control character by its picture (␛), any other as �. */
export const escapeText = (text: string): string => visible(text).replace(/[&<>\r]/g, escapeCharacter)

/** ` name="value"` for each that has a value. */
export const attributes = (values: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(values)
    .map(([name, value]) =>
      value === undefined ? '' : ` ${name}="${visible(value).replace(/[&<>"\t\n\r]/g, escapeCharacter)}"`,
    )
    .join('')

const escapeCharacter = (character: string): string => named[character] ?? `&#${character.charCodeAt(0)};`

const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const visible = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r -\ufffd]/g, (character) =>
      character < ' ' ? String.fromCharCode(0x2400 + character.charCodeAt(0)) : '\ufffd',
    )
