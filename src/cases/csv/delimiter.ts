/**
 * What parts the cells of a CSV: what `sep=` in the first line says, else what stands behind the first cell of the header. It is
 * never guessed from how often something occurs.
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

// Whole lines alone: a tab before the first name is what parts it from an empty cell.
const blankLines = /^(?:[^\S\r\n]*[\r\n])+/

const delimiters = ',;\t|'
