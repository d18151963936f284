import type { CaseEntry } from '../case-content.ts'
import { contentOfFields, copyField, fieldsOf } from '../fields.ts'
import { limitsExceeded } from '../limits.ts'
import type { CasePlan, MatchedCase } from './index.ts'

/** A case that the embedded service will refuse, and why. */
export type RefusedCase = { entry: CaseEntry; reason: string }

/** Finds the cases of a plan that exceed the limits of the embedded service, before they are sent. DECISIONS 336 */
export const refusedIn = ({ created, matched }: CasePlan): RefusedCase[] =>
  [
    ...created.map((entry) => ({ entry, content: entry.content })),
    ...matched
      .filter(({ changes }) => changes.some(({ side }) => side === 'here'))
      .map((one) => ({ entry: one.entry, content: contentAfter(one) })),
  ].flatMap(({ entry, content }): RefusedCase[] => {
    const [reason] = limitsExceeded(content)
    return reason === undefined ? [] : [{ entry, reason }]
  })

/** Returns the content that the service would have once the changes of the file are sent. */
const contentAfter = ({ entry, there, changes }: MatchedCase) => {
  const fields = new Map(fieldsOf(there.content))
  for (const { field, side } of changes) if (side === 'here') copyField(fieldsOf(entry.content), fields, field)
  return contentOfFields(fields)
}
