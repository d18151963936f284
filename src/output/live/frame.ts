import type { Palette } from '../style/color.ts'
import type { Line } from '../cells/line.ts'
import { cut, type Ruler } from '../text/width.ts'
import { safe } from '../text/escape.ts'

/** The size of a terminal, in characters. */
export type Size = { columns: number; rows: number }

/** How lines are coloured, measured and cut. */
export type LineFit = { palette: Palette; ruler: Ruler; ellipsis: string }

/** Lines as they stand on a terminal of some size: cut to its width, and no more of them than it has rows. */
export type Frame = { size: Size; lines: readonly { text: string; width: number }[] }

/** Fits lines to a terminal. The last row stays free for the cursor, unless it is the only one. */
export const frameOf = (lines: readonly Line[], { size, ...means }: LineFit & { size: Size }): Frame => ({
  size,
  lines: lines.slice(0, Math.max(1, size.rows - 1)).map((line) => fitLine(line, { ...means, width: size.columns })),
})

const fitLine = (line: Line, { width, palette, ruler, ellipsis }: LineFit & { width: number }) => {
  let shown = ''
  let used = 0
  for (const { text, tone } of typeof line === 'string' ? [{ text: line, tone: undefined }] : line) {
    const whole = safe(text.length > longest ? text.slice(0, longest) + ellipsis : text)
    const part = cut(whole, { width: width - used, ellipsis, ruler })
    shown += tone && part !== '' ? palette(tone, part) : part
    used += ruler.widthOf(part)
    if (part !== whole) break
  }
  return { text: shown, width: used }
}

// No terminal shows more of a line, so more is not measured.
const longest = 1000

/** Returns the text that puts a frame in the place of the one before; empty if both are the same. */
export const redraw = (before: Frame | undefined, frame: Frame): string => {
  const { columns, rows } = frame.size
  const isSame = before && before.size.columns === columns && before.size.rows === rows
  if (isSame && textOf(before) === textOf(frame)) return ''
  // In a line that fills the width, the escape sequence would erase the last character.
  const lines = frame.lines.map(({ text, width }) => (width < columns ? text + eraseToEnd : text))
  // After a resize, a terminal may still treat two of the old lines as one.
  const fresh = isSame ? '' : eraseBelow
  return `${keepLines}${backTo(before, columns)}${fresh}${lines.join('\n')}${ending(frame)}${eraseBelow}${wrapLines}`
}

const textOf = ({ lines }: Frame): string => lines.map(({ text }) => `${text}\n`).join('')

/** Returns the text that erases a frame. */
export const eraseFrame = (frame: Frame, columns: number): string => backTo(frame, columns) + eraseBelow

/** Returns the escape sequence that moves to the start of a frame. Most terminals rewrap its lines when they become narrower. */
const backTo = (frame: Frame | undefined, columns: number): string => {
  const rows = frame ? frame.lines.reduce((sum, { width }) => sum + Math.max(1, Math.ceil(width / columns)), 0) : 0
  const up = frame && ending(frame) === '' ? rows - 1 : rows
  return up > 0 ? `\r\u001b[${up}A` : '\r'
}

const ending = ({ size, lines }: Frame): string => (size.rows > 1 && lines.length > 0 ? '\n' : '')

const eraseToEnd = '\u001b[K'
const eraseBelow = '\u001b[J'
// Turns line wrapping off: terminals disagree on the width of some emoji, and a line wider than measured must not become two.
const keepLines = '\u001b[?7l'
const wrapLines = '\u001b[?7h'
