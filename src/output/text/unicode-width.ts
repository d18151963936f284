import stringWidth from 'string-width'
import { isSimple, plainRuler, type Ruler } from './width.ts'

/** Measures any text: emoji, combining marks, flags. */
export const ruler: Ruler = {
  widthOf: (text) => (isSimple(text) ? plainRuler.widthOf(text) : stringWidth(text)),
  partsOf: (text) => (isSimple(text) ? text : segmentsOf(text)),
}

const graphemes = new Intl.Segmenter()

const segmentsOf = function* (text: string): Iterable<string> {
  for (const { segment } of graphemes.segment(text)) yield segment
}
