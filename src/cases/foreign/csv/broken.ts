import { createForeignDraft, type ForeignDraft } from '../foreign-case.ts'
import type { TableRow } from './table.ts'

/** Creates the draft of a case whose first row cannot be read, so that the rows after it do not go to another case. DECISIONS 488 */
export const brokenCase = (row: TableRow, id: string, name: string): ForeignDraft => ({
  ...createForeignDraft(row.line),
  id: id.trim() || undefined,
  name,
  ...(row.unreadable !== undefined && { broken: { reason: row.unreadable, isGuess: true } }),
})

/** Marks a case as unreadable because of a further row: if it were sent without that row, a step would be deleted. DECISIONS 488 */
export const breakCase = (draft: ForeignDraft, { line, unreadable }: TableRow): void => {
  draft.broken ??= { reason: `a row of it in line ${line}: ${unreadable}`, isGuess: false }
}
