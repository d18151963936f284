/**
 * Formats the rows of a table as Markdown, with the first one as the header. A bar in a cell would end the cell, and is not escaped:
 * a table with a bar, and one with a single column, is written as lines.
 */
export const rowsToTable = (rows: readonly (readonly string[])[]): string => {
  const filled = rows.filter((row) => row.some((cell) => cell !== ''))
  const width = filled.reduce((most, row) => Math.max(most, row.length), 0)
  if (width === 0) return ''
  const cells = filled.map((row) => Array.from({ length: width }, (_, at) => inOneLine(row[at] ?? '')))
  if (width === 1 || cells.some((row) => row.some((cell) => cell.includes('|'))))
    return cells.map((row) => row.filter(Boolean).join(' | ')).join('\n')
  const [head, ...body] = cells
  return [head!, head!.map(() => '---'), ...body].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

const inOneLine = (cell: string): string => cell.replace(/\n+/g, '<br>')
