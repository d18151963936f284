import type { Io } from '../../system/io.ts'
import { chooseSymbols } from '../style/symbols.ts'
import { safe } from '../text/escape.ts'
import { cut, isSimple, plainRuler, type Ruler } from '../text/width.ts'

/** Draws a line in so many columns (undefined: any) and returns what erases it; undefined for a line that stays. */
export type Renderer = { columns: () => number | undefined; draw: (text: string) => (() => void) | undefined }

/**
 * The renderer that `--progress` and stderr ask for: `plain` writes one line after another, wherever stderr goes, and `appended` does
 * so on a terminal; else each is drawn over the one before, on a terminal that can do that. Undefined where nothing is to be seen.
 */
export const chooseRenderer = (io: Io, mode: string): Renderer | undefined => {
  const { stderr, env } = io
  const appending: Renderer = { columns: () => undefined, draw: (text) => void stderr.write(`${safe(text)}\n`) }
  if (mode === 'plain') return appending
  if (stderr.isTTY !== true || env['TERM'] === 'dumb') return undefined
  if (mode === 'appended') return appending
  const { ellipsis } = chooseSymbols(io)
  const width = () => stderr.columns || 80
  // What follows a sign in the last column is not the same on all terminals, so that it stays free.
  const columns = () => width() - 1
  const draw = (text: string) => {
    const line = cut(safe(text), { width: columns(), ellipsis, ruler })
    if (line === '') return undefined
    stderr.write(`\r${line}\u001b[K`)
    return () => {
      // A terminal that became narrower has broken the line into several.
      const above = Math.ceil(ruler.widthOf(line) / width()) - 1
      stderr.write(above > 0 ? `\r\u001b[${above}A\u001b[J` : '\r\u001b[K')
    }
  }
  return { columns, draw }
}

// The ruler for all texts takes too long to load for this. No sign takes more than two columns: cut a little early, a line
// with emoji still keeps to its row.
const columnsOf = (sign: string): number => (isSimple(sign) ? plainRuler.widthOf(sign) : 2)
const ruler: Ruler = {
  widthOf: (text) => [...text].reduce((width, sign) => width + columnsOf(sign), 0),
  partsOf: (text) => text,
}
