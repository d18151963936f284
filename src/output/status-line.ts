import type { Io } from '../io.ts'

/** Shows a line at the end of stderr, in place of the one that was there. It stays until something else is written. */
export const showStatusLine = (io: Io, text: string): void => {
  const columns = io.stderr.columns || 80
  io.stderr.write(`\r${text.slice(0, columns - 1)}${eraseToEnd}`)
  shown.add(io)
}

/** Takes the line away. Whoever writes to the terminal calls this before. */
export const hideStatusLine = (io: Io): void => {
  if (shown.delete(io)) io.stderr.write(`\r${eraseToEnd}`)
}

const shown = new WeakSet<Io>()
const eraseToEnd = '\u001b[K'
