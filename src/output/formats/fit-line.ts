import type { Cell } from '../cells/index.ts'
import { breakLine } from './break-line.ts'
import { safe, safeLines } from '../text/escape.ts'
import { cut, isSimple, plainRuler, type Ruler } from '../text/width.ts'
import { wrap } from '../text/wrap.ts'

/** The width of a terminal in columns, and how its text is measured and cut. */
export type Fitting = { width: number; ellipsis: string; loadRuler: () => Promise<Ruler> }

/**
 * Makes a line safe to show and fits it to a terminal: truncates cells with `fit: 'cut'`, and wraps a cell with `fit: 'wrap'` below its
 * own start. Breaks a line without either between words if the terminal is narrow; on a wide one it stays as it is.
 */
export const fitLine = async (cells: readonly Cell[], { width, ellipsis, loadRuler }: Fitting): Promise<Cell[]> => {
  const shown = cells.map((cell) => ({ ...cell, text: (cell.fit ? safe : safeLines)(cell.text) }))
  const isFit = shown.some(({ fit }) => fit)
  if (!isFit && shown.reduce((sum, { text }) => sum + text.length, 0) <= width / 2) return shown
  const ruler = shown.every(({ text }) => isSimple(text)) ? plainRuler : await loadRuler()
  const widths = shown.map(({ text }) => ruler.widthOf(text))
  const total = sum(widths)
  if (total <= width) return shown
  if (!isFit) return breakLine(shown, { width, ruler })
  const margin = /^ */.exec(shown[0]?.text ?? '')?.[0].length ?? 0
  const names = shown.flatMap(({ fit }, at) => (fit === 'cut' ? at : []))
  if (names.length > 0) {
    const wanted = names.map((at) => widths[at] ?? 0)
    const beside = width - total + sum(wanted)
    const cutTo = (room: number): Cell[] => {
      const shares = sharesOf(wanted, room)
      const cells = shown.map((cell, at) => {
        const share = shares[names.indexOf(at)]
        return share === undefined ? cell : { ...cell, text: cut(cell.text, { width: share, ellipsis, ruler }) }
      })
      return breakLine(cells, { width, ruler })
    }
    // If the line is broken anyway, a name at its end moves below it, where there is more room.
    if (beside < narrowest && names.length === 1 && names[0] === shown.length - 1) {
      const below = cutTo(width - margin - 2)
      if (below.some(({ text }) => text.includes('\n'))) return below
    }
    return cutTo(Math.max(beside, names.length * narrowest))
  }
  const at = shown.findIndex(({ fit }) => fit === 'wrap')
  const before = sum(widths.slice(0, at))
  // If the cells before it leave little room, the text continues below the whole line.
  const indent = before <= width / 2 ? before : Math.min(margin + 2, width / 2)
  const [first = '', ...rest] = wrapFrom(shown[at]!.text, { first: width - before, others: width - indent })
  shown[at] = { ...shown[at]!, text: [first, ...rest.map((line) => ' '.repeat(indent) + line)].join('\n') }
  return shown
}

/** Wraps a text whose first line has another width than the others. */
const wrapFrom = (text: string, { first, others }: { first: number; others: number }): string[] => {
  const [begin = '', ...rest] = wrap(text, first)
  return rest.length === 0 ? [begin] : [begin, ...wrap(rest.join(' '), others)]
}

/** Divides `room` among widths: one that needs less than its share leaves the rest to the others. */
const sharesOf = (wanted: readonly number[], room: number): number[] => {
  const shares: number[] = []
  let left = room
  const order = wanted.map((width, at) => ({ width, at })).toSorted((one, other) => one.width - other.width)
  for (const [turn, { width, at }] of order.entries()) {
    shares[at] = Math.min(width, Math.floor(left / (order.length - turn)))
    left -= shares[at]
  }
  return shares
}

// A name that is cut shorter is useless.
const narrowest = 6

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0)
