import { parseIdentifier } from '../../contract/identifiers.ts'
import type { BaseLine } from '../base/line.ts'
import type { CaseEntry } from '../case-content.ts'

/** A file that still has the name of a case, but no longer says that it is this case. */
export type LostFile = { file: string; line: BaseLine }

type Losing = { created: CaseEntry[]; deletedHere: { line: BaseLine }[]; lost: LostFile[] }

/**
 * Moves each case that counts as deleted, although a file with its name is still there, to `lost`: the file has lost its line `case:`
 * or is no longer a case. The file does not count as new either. `others` are files that are not cases. DECISIONS 203
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

/** Returns the identifier in the name of a file: `WEB-C12` for `login/WEB-C12-logs-in.md`. */
const identifierIn = (file: string): string | undefined => {
  const [, name = ''] = /(?:^|\/)([^/]+?-C\d+)(?:-[^/]*)?\.(?:md|markdown)$/i.exec(file) ?? []
  return parseIdentifier(name)?.noun === 'cases' ? name.toUpperCase() : undefined
}
