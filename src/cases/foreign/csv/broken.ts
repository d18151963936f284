import { createForeignDraft, type ForeignDraft } from '../foreign-case.ts'
import type { TableRow } from './table.ts'

/** A case whose first row cannot be read: the rows behind it are its own, and no other's. DECISIONS 488 */
export const brokenCase = (row: TableRow, id: string, name: string): ForeignDraft => ({
  ...createForeignDraft(row.line),
  id: id.trim() || undefined,
  name,
  ...(row.unreadable !== undefined && { broken: { reason: row.unreadable, isGuess: true } }),
})

/** A further row of a case that cannot be read: what was sent without it would take away a step. DECISIONS 488 */
export const breakCase = (draft: ForeignDraft, { line, unreadable }: TableRow): void => {
  draft.broken ??= { reason: `a row of it in line ${line}: ${unreadable}`, isGuess: false }
}
