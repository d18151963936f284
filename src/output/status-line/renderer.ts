import type { Io } from '../../system/io.ts'
import { chooseSymbols } from '../style/symbols.ts'
import { safe } from '../text/escape.ts'
import { cut, isSimple, plainRuler, type Ruler } from '../text/width.ts'

/** Draws a line at the end of stderr. */
export type Renderer = {
  /** How many columns there are for it; undefined where a line may be as long as it is. */
  columns: () => number | undefined
  /** Writes it, and gives back what takes it away; undefined for one that stays. */
  draw: (text: string) => (() => void) | undefined
}

/**
 * The renderer that `--progress` and stderr ask for: with `plain` a line is one of many, wherever stderr goes; else one is
 * drawn over the other, on a terminal that can do that. Undefined where nothing is to be seen.
 */
export const chooseRenderer = (io: Io, mode: string): Renderer | undefined => {
  const { stderr, env } = io
  if (mode === 'plain') return { columns: () => undefined, draw: (text) => void stderr.write(`${safe(text)}\n`) }
  if (stderr.isTTY !== true || env['TERM'] === 'dumb') return undefined
  const { ellipsis } = chooseSymbols(io)
  const width = () => stderr.columns || 80
  // What follows a sign in the last column is not the same on all terminals, so that it stays free.
  const columns = () => width() - 1
  return {
    columns,
    draw: (text) => {
      const shown = safe(text)
      const ruler = isSimple(shown) ? plainRuler : cautiousRuler
      const line = cut(shown, { width: columns(), ellipsis, ruler })
      if (line === '') return undefined
      stderr.write(`\r${line}\u001b[K`)
      return () => {
        // A terminal that became narrower has broken the line into several.
        const above = Math.ceil(ruler.widthOf(line) / width()) - 1
        stderr.write(above > 0 ? `\r\u001b[${above}A\u001b[J` : '\r\u001b[K')
      }
    },
  }
}

// The ruler for all texts takes too long to load for this. No sign takes more than two columns: cut a little early, a line
// with emoji still keeps to its row.
const cautiousRuler: Ruler = {
  widthOf: (text) => [...text].reduce((width, sign) => width + (isSimple(sign) ? plainRuler.widthOf(sign) : 2), 0),
  partsOf: (text) => text,
}
