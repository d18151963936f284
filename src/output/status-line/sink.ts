import type { Io } from '../../system/io.ts'
import { chooseSymbols } from '../style/symbols.ts'
import { safe } from '../text/escape.ts'
import { cut, roughRuler as ruler } from '../text/width.ts'
import { terminalWidth } from '../style/terminal-width.ts'

/** Draws the status line. `columns`: its width (undefined: any); `since`: when the work began, in milliseconds. */
export type Sink = { columns: () => number | undefined; draw: (text: string, since: number) => void; erase: () => void }

/** `mode` is the value of `--progress` (default `auto`); `isPlain`: nothing may be redrawn on a terminal. */
export type SinkChoice = { mode?: string | undefined; isPlain?: boolean }

/** Returns the sink of stderr. `plain` appends lines to any stderr. Undefined for `none`, for no terminal, and for a dumb one. */
export const chooseSink = (io: Io, { mode, isPlain }: SinkChoice): Sink | undefined => {
  if (mode === 'plain') return appending(io, { pause: 5000, most: 5000 })
  if (mode === 'none' || io.stderr.isTTY !== true || io.env['TERM'] === 'dumb') return undefined
  return isPlain ? appending(io, { pause: 10_000, most: 60_000 }) : redrawing(io)
}

/** Appends lines: the first after `pause` milliseconds, each next one after twice the pause, up to `most`. DECISIONS 228 */
const appending = ({ stderr }: Io, { pause, most }: { pause: number; most: number }): Sink => {
  let last = -Infinity
  const draw = (text: string, since: number): void => {
    const time = performance.now()
    if (time < Math.max(since, last) + pause) return
    ;[last, pause] = [time, Math.min(2 * pause, most)]
    stderr.write(`${safe(text)}\n`)
  }
  return { columns: () => undefined, draw, erase: () => undefined }
}

/** Draws each text over the one before. */
const redrawing = (io: Io): Sink => {
  const { stderr, env } = io
  const { ellipsis } = chooseSymbols(io)
  const width = () => terminalWidth(stderr, env)
  // Terminals differ in what follows a character in the last column, so that column stays free.
  const columns = () => width() - 1
  let drawn = ''
  const erase = (): void => {
    // A terminal that became narrower has wrapped the line.
    const above = Math.ceil(ruler.widthOf(drawn) / width()) - 1
    if (drawn !== '') stderr.write(above > 0 ? `\r\u001b[${above}A\u001b[J` : '\r\u001b[K')
    drawn = ''
  }
  const draw = (text: string): void => {
    const line = cut(safe(text), { width: columns(), ellipsis, ruler })
    if (line === drawn) return
    if (line === '' || ruler.widthOf(drawn) > columns()) erase()
    if (line !== '') stderr.write(`\r${line}\u001b[K`)
    drawn = line
  }
  return { columns, draw, erase }
}
