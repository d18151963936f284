/** Splits a text that comes in pieces into lines without newlines. A line is joined only once, however many pieces it has. */
export type LineSplitter = {
  /** Returns the lines that end in this piece. */
  push: (piece: string) => string[]
  /** Returns the text after the last newline. */
  rest: () => string
}

/** Creates a splitter for one text. */
export const createLineSplitter = (): LineSplitter => {
  let rest = ''
  return {
    push: (piece) => {
      const end = piece.lastIndexOf('\n')
      if (end < 0) {
        rest += piece
        return []
      }
      const lines = (rest + piece.slice(0, end)).split('\n')
      rest = piece.slice(end + 1)
      return lines
    },
    rest: () => rest,
  }
}
