/** Measures text in columns of a terminal, and splits it into parts that must stay whole. */
export type Ruler = { widthOf: (text: string) => number; partsOf: (text: string) => Iterable<string> }

/**
 * Whether each character of a text stands alone and is known to take one column or two: Latin, Greek, Cyrillic, kana,
 * ideographs and Hangul syllables, without anything that joins or combines. Most texts are simple, and need only the plain
 * ruler; the ruler for all texts takes as long to load as a whole command.
 */
export const isSimple = (text: string): boolean => simple.test(text)

/** Measures simple texts. */
export const plainRuler: Ruler = {
  widthOf: (text) => (printableAscii.test(text) ? text.length : text.length + (text.match(wide)?.length ?? 0)),
  partsOf: (text) => text,
}

/**
 * Measures any text without loading the ruler for all texts. Never measures too little, as no character takes more than two columns:
 * a line with emoji is cut a little early, and stays in its row.
 */
export const roughRuler: Ruler = {
  widthOf: (text) => [...text].reduce((width, sign) => width + (isSimple(sign) ? plainRuler.widthOf(sign) : 2), 0),
  partsOf: (text) => text,
}

/** Cuts a text to a width, with an ellipsis (of one column) if something was cut off; a wide character stays whole. */
export const cut = (
  text: string,
  { width, ellipsis, ruler }: { width: number; ellipsis: string; ruler: Ruler },
): string => {
  if (ruler.widthOf(text) <= width) return text
  if (width < 1) return ''
  let kept = ''
  let used = 0
  for (const part of ruler.partsOf(text)) {
    used += ruler.widthOf(part)
    if (used > width - 1) break
    kept += part
  }
  return `${kept.trimEnd()}${ellipsis}`
}

const printableAscii = /^[ -~]*$/
const wides = String.raw`\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff\uac00-\ud7a3`
const narrows = String.raw` -~\u00a1-\u00ac\u00ae-\u02ff\u0391-\u03a1\u03a3-\u03c9\u0410-\u044f\u2010-\u2027\u2713\u2717`
const simple = new RegExp(`^[${narrows}${wides}]*$`)
const wide = new RegExp(`[${wides}]`, 'g')
