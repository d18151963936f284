import stringWidth from 'string-width'

/** How many columns of a terminal a text takes. */
export const widthOf = (text: string): number => {
  if (printableAscii.test(text)) return text.length
  return simple.test(text) ? text.length + (text.match(wide)?.length ?? 0) : stringWidth(text)
}

/** Cuts a text to a width, with an ellipsis (of one column) where something was cut off; a wide character stays whole. */
export const cut = (text: string, { width, ellipsis }: { width: number; ellipsis: string }): string => {
  if (widthOf(text) <= width) return text
  if (width < 1) return ''
  let kept = ''
  let used = 0
  for (const part of partsOf(text)) {
    used += widthOf(part)
    if (used > width - 1) break
    kept += part
  }
  return `${kept.trimEnd()}${ellipsis}`
}

/** Fills a text with spaces up to a width. */
export const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)))

const printableAscii = /^[ -~]*$/
// Texts without anything that joins or combines, each of whose characters is known to take one column or two: measuring
// them character by character is a hundred times faster.
const wides = String.raw`\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff\uac00-\ud7a3`
const simple = new RegExp(
  String.raw`^[ -~\u00a1-\u00ac\u00ae-\u02ff\u0391-\u03a1\u03a3-\u03c9\u0410-\u044f\u2010-\u2027\u2713\u2717${wides}]*$`,
)
const wide = new RegExp(`[${wides}]`, 'g')

const graphemes = new Intl.Segmenter()

const partsOf = function* (text: string): Iterable<string> {
  if (simple.test(text)) yield* text
  else for (const { segment } of graphemes.segment(text)) yield segment
}
