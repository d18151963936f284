import type { Cell } from '../cells/index.ts'
import type { Ruler } from '../text/width.ts'
import { wideEnough } from '../text/wrap.ts'

/**
 * Breaks a line that is too long for a narrow terminal between words, and indents what follows. Leaves a line whole on a wide
 * terminal, or if it holds a command, so that the command can be copied.
 */
export const breakLine = (cells: readonly Cell[], { width, ruler }: { width: number; ruler: Ruler }): Cell[] => {
  const text = cells.map((cell) => cell.text).join('')
  if (width < least || width >= wideEnough || /\n|testctl /.test(text) || ruler.widthOf(text) <= width)
    return [...cells]
  // Once a line is broken, the spaces that aligned its columns are useless.
  const margin = Math.min(/^ */.exec(text)![0].length, widest)
  const indent = ' '.repeat(Math.min(margin + 2, width >> 1))
  let column = 0
  let blanks = ''
  const put = (piece: string): string => {
    if (piece.startsWith(' ')) {
      blanks = (blanks + piece).slice(0, column === 0 ? widest : 2)
      return ''
    }
    const wanted = ruler.widthOf(piece)
    const breaks = column > margin && blanks !== '' && column + blanks.length + wanted > width
    const before = breaks ? `\n${indent}` : blanks
    column = (breaks ? indent.length : column + blanks.length) + wanted
    blanks = ''
    return before + piece
  }
  return cells.map((cell) => ({ ...cell, text: cell.text.split(/( +)/).filter(Boolean).map(put).join('') }))
}

const widest = 4
// Below this width hardly a word fits, and the terminal breaks a line just as well.
const least = 16
