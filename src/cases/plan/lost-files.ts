import { parseIdentifier } from '../../contract/identifiers.ts'
import type { BaseLine } from '../base/line.ts'
import type { CaseEntry } from '../case-content.ts'

/** A file that bears the name that an export gave it, and no longer says which case it is. */
export type LostFile = { file: string; line: BaseLine }

type Losing = { created: CaseEntry[]; deletedHere: { line: BaseLine }[]; lost: LostFile[] }

/**
 * A plan in which no case is deleted, and none created, because a file has lost its line `case:` or its form: the file is still
 * there by the name of the case. `others` are files that are no case. DECISIONS 203
 */
export const withoutLost = <P extends Losing>(plan: P, others: readonly string[]): P => {
  if (plan.deletedHere.length === 0) return plan
  const deleted = new Map(plan.deletedHere.map(({ line }) => [line.case.toUpperCase(), line]))
  const lost = [...plan.created.map(({ place }) => place.file), ...others].flatMap((file): LostFile[] => {
    const line = deleted.get(identifierIn(file) ?? '')
    return line ? [{ file, line }] : []
  })
  const [files, cases] = [new Set(lost.map(({ file }) => file)), new Set(lost.map(({ line }) => line.id))]
  return {
    ...plan,
    lost,
    created: plan.created.filter(({ place }) => !files.has(place.file)),
    deletedHere: plan.deletedHere.filter(({ line }) => !cases.has(line.id)),
  }
}

/** The case that a file is named after: `WEB-C12` of `login/WEB-C12-logs-in.md`. */
const identifierIn = (file: string): string | undefined => {
  const [, name = ''] = /(?:^|\/)([^/]+?-C\d+)(?:-[^/]*)?\.(?:md|markdown)$/i.exec(file) ?? []
  return parseIdentifier(name)?.noun === 'cases' ? name.toUpperCase() : undefined
}
