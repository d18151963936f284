/** Creates a terminal of so many columns that never reflows, as far as boards need one, to see what it shows after some writes. */
export const createScreen = (columns: number) => {
  const lines: string[][] = [[]]
  let [row, column] = [0, 0]
  let wraps = true
  const put = (sign: string) => {
    if (column === columns && wraps) {
      row += 1
      column = 0
    }
    column = Math.min(column, columns - 1)
    const line = (lines[row] ??= [])
    while (line.length < column) line.push(' ')
    line[column] = sign
    column += 1
  }
  const obey = (sequence: string) => {
    const [, number, order] = /^\[\??(\d*)([a-zA-Z])$/.exec(sequence.slice(1)) ?? []
    if (order === 'A') row = Math.max(0, row - Number(number || 1))
    else if (order === 'K') lines[row]?.splice(column)
    else if (order === 'J') {
      lines[row]?.splice(column)
      lines.splice(row + 1)
    } else if (number === '7') wraps = order === 'h'
    else if (order !== 'm') throw new Error(`a terminal was told ${JSON.stringify(sequence)}`)
  }
  return {
    /** Whether long lines wrap. They have to whenever nothing is being drawn. */
    wraps: () => wraps,
    write: (text: string) => {
      for (const [sign] of text.matchAll(/\u001b\[[^a-zA-Z]*[a-zA-Z]|[^]/gu)) {
        if (sign === '\n') {
          row += 1
          column = 0
          lines[row] ??= []
        } else if (sign === '\r') column = 0
        else if (sign.startsWith('\u001b')) obey(sign)
        else put(sign)
      }
    },
    /** Returns the lines, down to that of the cursor. */
    lines: () => lines.slice(0, row + 1).map((line) => line.join('').trimEnd()),
  }
}
