import { createHash } from 'node:crypto'
import { canonicalJson } from '../contract/precondition/canonical-json.ts'
import { caseTextsOf } from '../contract/case-texts.ts'
import type { CaseContent } from './case-content.ts'

/** The fields of a case that change by themselves: its three texts, and each custom field as `fields.area`. */
export type CaseFields = ReadonlyMap<string, unknown>

export const fieldsOf = ({ name, preconditions, steps, customFields }: CaseContent): CaseFields =>
  new Map<string, unknown>([
    ['name', name],
    ['preconditions', preconditions],
    ['steps', steps],
    ...Object.entries(customFields).map(([key, value]) => [`${prefix}${key}`, value] as const),
  ])

/** The case that has these fields; undoes `fieldsOf`. */
export const contentOfFields = (fields: CaseFields): CaseContent => ({
  name: fields.get('name') as string,
  preconditions: fields.get('preconditions') as string,
  steps: fields.get('steps') as CaseContent['steps'],
  customFields: Object.fromEntries(
    [...fields].flatMap(([key, value]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : [])),
  ),
})

const prefix = 'fields.'

/** Makes a field of one side what it is on the other, or takes it away. */
export const copyField = (from: CaseFields, to: Map<string, unknown>, field: string): void => {
  if (from.has(field)) to.set(field, from.get(field))
  else to.delete(field)
}

/** A short hash of a field, to compare it with its earlier value; empty for a custom field that is not there. */
export const hashOf = (fields: CaseFields, field: string): string =>
  fields.has(field) ? digestOfValue(fields.get(field)) : ''

/** Reduces a case from the service to the content that files hold. */
export const caseContentOf = (row: CaseContent): CaseContent => ({ name: row.name, ...caseTextsOf(row) })

/** A short digest of a whole value. */
export const digestOfValue = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('base64url').slice(0, 16)
