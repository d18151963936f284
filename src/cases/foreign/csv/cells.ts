import type { ForeignDraft } from '../foreign-case.ts'
import { putField } from '../fields.ts'
import type { Tally } from '../loss/tally.ts'
import type { Header, TableRow } from './table.ts'

/** Takes the cells of a row by their columns. What was not taken in the end goes into custom fields, so that no cell is lost. */
export const takeCells = (row: TableRow, header: Header, tally: Tally) => {
  const taken = new Set<number>()
  const at = (name: string): string => {
    const column = header.find(name)
    if (column === undefined) return ''
    taken.add(column)
    return row.cells[column] ?? ''
  }
  return {
    /** The cell of a column; where it goes is accounted for. */
    take: (name: string, to: string): string => {
      const text = at(name)
      if (header.find(name) !== undefined) tally.column(to)
      if (text.trim()) tally.field(name, to)
      return text
    },
    /** A cell that only helps to read the others. */
    look: (name: string): string => at(name),
    /** Puts all other cells into custom fields; of a further row of a case only what its first row does not say, too. DECISIONS 403 */
    rest: (
      draft: ForeignDraft,
      { names, first }: { names?: ReadonlyMap<string, string>; first?: TableRow } = {},
    ): void => {
      header.names.forEach((name, column) => {
        if (taken.has(column)) return
        const from = name || `column ${column + 1}`
        const cell = row.cells[column] ?? ''
        const isRepeated = first !== undefined && cell.trim() === first.cells[column]?.trim()
        // The column is there all the same: what of it was stored twice before is emptied.
        putField(draft, tally, { from, to: names?.get(name.toLowerCase()) ?? from, value: isRepeated ? '' : cell })
      })
    },
  }
}
