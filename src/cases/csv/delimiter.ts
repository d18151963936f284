/**
 * Finds the delimiter of a CSV: the one that `sep=` in the first line names (`isSaid`), otherwise the one after the first cell of the
 * header, otherwise a comma. Never guesses by how often a character occurs.
 */
export const delimiterIn = (beginning: string): { delimiter: string; isSaid: boolean } => {
  const said = /^sep=([^\r\n])/i.exec(beginning)?.[1]
  if (said) return { delimiter: said, isSaid: true }
  let quoted = false
  for (const character of beginning.replace(blankLines, '')) {
    if (character === '"') quoted = !quoted
    else if (!quoted && /[\r\n]/.test(character)) break
    else if (!quoted && delimiters.includes(character)) return { delimiter: character, isSaid: false }
  }
  return { delimiter: ',', isSaid: false }
}

// Only whole lines: a tab before the first name is the delimiter after an empty cell.
const blankLines = /^(?:[^\S\r\n]*[\r\n])+/

const delimiters = ',;\t|'
