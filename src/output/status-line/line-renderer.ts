import type { Io } from '../../system/io.ts'
import { cut, isSimple, plainRuler, type Ruler } from '../text/width.ts'
import { chooseSymbols } from '../style/symbols.ts'
import { safe } from '../text/escape.ts'

/** How a line comes to the end of stderr. */
export type LineRenderer = {
  /** How many columns there are for it; undefined where a line may be as long as it is. */
  columns: () => number | undefined
  /** Writes it, and gives back what takes it away; undefined for one that stays. */
  draw: (text: string) => (() => void) | undefined
}

/** How often a line is drawn anew at most, in milliseconds, and how long it takes before the first. */
export const drawingPace = (mode: string): number => (mode === 'plain' ? 5000 : 200)

/**
 * The pen that `--progress` and stderr ask for: with `plain` a line is one of many, wherever stderr goes; else one is drawn
 * over the other, on a terminal that can do that. Undefined where nothing is to be seen.
 */
export const chooseRenderer = (io: Io, mode: string): LineRenderer | undefined => {
  if (mode === 'none') return undefined
  if (mode === 'plain') return { columns: () => undefined, draw: (text) => void io.stderr.write(`${safe(text)}\n`) }
  return io.stderr.isTTY === true && io.env['TERM'] !== 'dumb' ? createTerminalPen(io) : undefined
}

const createTerminalPen = (io: Io): LineRenderer => {
  const { ellipsis } = chooseSymbols(io)
  // What follows a sign in the last column is not the same on all terminals, so that it stays free.
  const columns = () => (io.stderr.columns || 80) - 1
  return {
    columns,
    draw: (text) => {
      const shown = safe(text)
      const ruler = isSimple(shown) ? plainRuler : cautiousRuler
      const line = cut(shown, { width: columns(), ellipsis, ruler })
      if (line === '') return undefined
      io.stderr.write(`\r${line}${eraseToEnd}`)
      const width = ruler.widthOf(line)
      return () => void io.stderr.write(eraseLine(width, io.stderr.columns || 80))
    },
  }
}

/** A terminal that became narrower has broken the line into several. */
const eraseLine = (width: number, columns: number): string => {
  const more = Math.ceil(width / columns) - 1
  return more > 0 ? `\r\u001b[${more}A${eraseBelow}` : `\r${eraseToEnd}`
}

// The ruler for all texts takes too long to load for this. No sign takes more than two columns: cut a little early, a line
// with emoji still keeps to its row.
const cautiousRuler: Ruler = {
  widthOf: (text) => [...text].reduce((width, sign) => width + (isSimple(sign) ? plainRuler.widthOf(sign) : 2), 0),
  partsOf: (text) => text,
}

const eraseToEnd = '\u001b[K'
const eraseBelow = '\u001b[J'
