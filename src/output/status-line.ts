import type { Io } from '../io.ts'

/** Shows a line at the end of stderr, in place of the one that was there. It stays until something else is written. */
export const showStatusLine = (io: Io, text: string): void => {
  const columns = io.stderr.columns || 80
  io.stderr.write(`\r${text.slice(0, columns - 1)}${eraseToEnd}`)
  keepAtEnd(io, () => io.stderr.write(`\r${eraseToEnd}`))
}

/** Says how to take away what stands at the end of the terminal; undefined for what is to stay. */
export const keepAtEnd = (io: Io, erase: (() => void) | undefined): void => {
  if (erase) atEnd.set(io, erase)
  else atEnd.delete(io)
}

/** Takes away what stands at the end of the terminal. Whoever writes to it calls this before. */
export const hideStatusLine = (io: Io): void => {
  const erase = atEnd.get(io)
  atEnd.delete(io)
  erase?.()
}

const atEnd = new WeakMap<Io, () => void>()
const eraseToEnd = '\u001b[K'
