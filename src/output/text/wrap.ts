import { plainRuler } from './width.ts'

/** From this width on, in columns, a terminal shows most lines whole. */
export const wideEnough = 60

/** Breaks a text between words into lines of a width; a word that is longer stays whole, so that it can be copied. */
export const wrap = (text: string, width: number): string[] => {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && plainRuler.widthOf(longer) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}
