import type { Step } from '../../contract/models.ts'
import { contentOf, type Fields } from '../fields.ts'

/** What an update of a case takes. */
export type CaseUpdate = {
  name?: string
  preconditions?: string
  steps?: Step[]
  customFields?: Record<string, unknown>
}

/**
 * The update that gives a case some fields as they are here. Custom fields can only be sent together: the others are those of
 * the service.
 */
export const updateOf = (here: Fields, there: Fields, sent: readonly string[]): CaseUpdate => {
  const merged = new Map(there)
  for (const field of sent) copyField(here, merged, field)
  const { name, preconditions, steps, customFields } = contentOf(merged)
  return {
    ...(sent.includes('name') && { name }),
    ...(sent.includes('preconditions') && { preconditions }),
    ...(sent.includes('steps') && { steps: [...steps] }),
    ...(sent.some((field) => field.startsWith('fields.')) && { customFields: { ...customFields } }),
  }
}

/** Makes a field of one side what it is on the other, or takes it away. */
export const copyField = (from: Fields, to: Map<string, unknown>, field: string): void => {
  if (from.has(field)) to.set(field, from.get(field))
  else to.delete(field)
}
