import { createHash } from 'node:crypto'
import { canonicalJson } from '../contract/precondition/canonical-json.ts'
import { caseTextsOf } from '../contract/case-texts.ts'
import type { CaseContent } from './case-content.ts'

/** The fields of a case that can change independently: name, preconditions, steps, and each custom field as `fields.area`. */
export type CaseFields = ReadonlyMap<string, unknown>

/** Splits the content of a case into its fields. */
export const fieldsOf = ({ name, preconditions, steps, customFields }: CaseContent): CaseFields =>
  new Map<string, unknown>([
    ['name', name],
    ['preconditions', preconditions],
    ['steps', steps],
    ...Object.entries(customFields).map(([key, value]) => [`${prefix}${key}`, value] as const),
  ])

/** Builds the content of a case from its fields; the inverse of `fieldsOf`. */
export const contentOfFields = (fields: CaseFields): CaseContent => ({
  name: fields.get('name') as string,
  preconditions: fields.get('preconditions') as string,
  steps: fields.get('steps') as CaseContent['steps'],
  customFields: Object.fromEntries(
    [...fields].flatMap(([key, value]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : [])),
  ),
})

const prefix = 'fields.'

/** Copies a field from one side to the other; deletes it there if the first side does not have it. */
export const copyField = (from: CaseFields, to: Map<string, unknown>, field: string): void => {
  if (from.has(field)) to.set(field, from.get(field))
  else to.delete(field)
}

/** Returns a short hash of a field, to compare it with its earlier value; empty if the case does not have the field. */
export const hashOf = (fields: CaseFields, field: string): string =>
  fields.has(field) ? digestOfValue(fields.get(field)) : ''

/** Reduces a case from the service to the content that files hold. */
export const caseContentOf = (row: CaseContent): CaseContent => ({ name: row.name, ...caseTextsOf(row) })

/** Returns a short digest of a value, over its canonical JSON. */
export const digestOfValue = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('base64url').slice(0, 16)
