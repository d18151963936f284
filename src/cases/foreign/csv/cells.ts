import type { ForeignDraft } from '../foreign-case.ts'
import { putField } from '../fields.ts'
import type { Tally } from '../loss/tally.ts'
import type { Header, TableRow } from './table.ts'

/** Reads the cells of a row by column, and remembers which. `rest` puts the others into custom fields, so that no cell is lost. */
export const takeCells = (row: TableRow, header: Header, tally: Tally) => {
  const taken = new Set<number>()
  const at = (name: string): string => {
    const column = header.find(name)
    if (column === undefined) return ''
    taken.add(column)
    return row.cells[column] ?? ''
  }
  return {
    /** Returns the cell of a column, and records in the tally where it goes. */
    take: (name: string, to: string): string => {
      const text = at(name)
      if (header.find(name) !== undefined) tally.column(to)
      if (text.trim()) tally.field(name, to)
      return text
    },
    /** Returns a cell that only helps to read the others, and does not record it. */
    look: (name: string): string => at(name),
    /** Puts all other cells into custom fields; of a further row only cells that differ from the first row of the case. DECISIONS 403 */
    rest: (
      draft: ForeignDraft,
      { names, first }: { names?: ReadonlyMap<string, string>; first?: TableRow } = {},
    ): void => {
      header.names.forEach((name, column) => {
        if (taken.has(column)) return
        const from = name || `column ${column + 1}`
        const cell = row.cells[column] ?? ''
        const isRepeated = first !== undefined && cell.trim() === first.cells[column]?.trim()
        // A repeated cell still counts as a column, so that a value which an earlier import stored twice is emptied.
        putField(draft, tally, { from, to: names?.get(name.toLowerCase()) ?? from, value: isRepeated ? '' : cell })
      })
    },
  }
}
