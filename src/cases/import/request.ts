import type { Step } from '../../contract/models.ts'
import type { CaseContent } from '../case-content.ts'
import { contentOfFields, copyField, digestOfValue, type CaseFields } from '../fields.ts'
import type { CaseProject } from '../service-cases.ts'

/** Builds the request that creates a case in a project. */
export const createOf = ({ name, preconditions, steps, customFields }: CaseContent, { id }: CaseProject) => ({
  projectId: id,
  name,
  preconditions,
  steps: [...steps],
  customFields: { ...customFields },
})

/** Returns a digest of the exact text of a request; custom fields in another order give another digest. */
export const digestOfRequest = (request: object): string => digestOfValue(JSON.stringify(request))

/** The fields of a request that updates a case. */
export type CaseUpdate = {
  name?: string
  preconditions?: string
  steps?: Step[]
  customFields?: Record<string, unknown>
}

/**
 * Builds the update that sets some fields of a case to their values here. Custom fields can only be sent all together: those that do
 * not change are sent as the service has them.
 */
export const updateOf = (here: CaseFields, there: CaseFields, sent: readonly string[]): CaseUpdate => {
  const merged = new Map(there)
  for (const field of sent) copyField(here, merged, field)
  const { name, preconditions, steps, customFields } = contentOfFields(merged)
  return {
    ...(sent.includes('name') && { name }),
    ...(sent.includes('preconditions') && { preconditions }),
    ...(sent.includes('steps') && { steps: [...steps] }),
    ...(sent.some((field) => field.startsWith('fields.')) && { customFields: { ...customFields } }),
  }
}
