import { phraseOf, results } from '../../contract/vocabulary.ts'
import type { Cell } from '../../output/cells/index.ts'
import type { Resource } from '../../output/cells/row.ts'
import type { Symbols } from '../../output/style/symbols.ts'

/** A changed test: its row now, its row before if that is known, the fields that were set, and the number of new comments. */
export type Changed = {
  row: Resource
  before: Resource | undefined
  fields: { result?: string | undefined; assignedTo?: string | undefined }
  comments: number
}

/** Describes which test was changed, and from what to what: `WEB-T24 Case 2: untested → passed, assigned to ana`. DECISIONS 181 */
export const changeCells = ({ row, before, fields, comments }: Changed, { arrow }: Pick<Symbols, 'arrow'>): Cell[] => {
  const name = row['name'] ?? before?.['name']
  const { result, assignedTo } = fields
  const changes = [
    ...(result === undefined ? [] : [resultChange(resultIn(before?.['result']), resultIn(result) ?? result, arrow)]),
    ...(assignedTo === undefined ? [] : [assignment(text(before?.['assignedTo']), assignedTo)]),
    ...(comments > 0 ? ['commented'] : []),
  ]
  return [
    { text: `${String(row['identifier'] ?? row['id'])}${name === undefined ? '' : ' '}` },
    ...(name === undefined ? [] : [{ text: String(name), fit: 'cut' as const }]),
    { text: `: ${changes.join(', ')}` },
  ]
}

const resultChange = (before: string | undefined, after: string, arrow: string): string => {
  if (before === undefined) return after
  return before === after ? `already ${after}` : `${before} ${arrow} ${after}`
}

const assignment = (before: string | undefined, after: string): string => {
  const whom = after === '' ? 'nobody' : after
  if (before === after) return `already assigned to ${whom}`
  return `assigned to ${whom}${before ? ` instead of ${before}` : ''}`
}

/** Returns a result in words; one that the interface does not have, unchanged. */
const resultIn = (value: unknown): string | undefined => {
  const known = results.find((one) => one === value)
  return known ? phraseOf[known] : text(value)
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
