/** Takes a text piece by piece, and gives its lines without their newlines. However many pieces a line has, it is joined once. */
export type LineSplitter = {
  /** The lines that end in this piece. */
  push: (piece: string) => string[]
  /** What follows the last newline. */
  rest: () => string
}

/** Begins to divide a text into lines. */
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
