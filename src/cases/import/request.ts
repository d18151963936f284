import type { Step } from '../../contract/models.ts'
import type { CaseContent } from '../case-content.ts'
import { contentOfFields, copyField, digestOfValue, type CaseFields } from '../fields.ts'
import type { CaseProject } from '../service-cases.ts'

/** The create of a case in a project. */
export const createOf = ({ name, preconditions, steps, customFields }: CaseContent, { id }: CaseProject) => ({
  projectId: id,
  name,
  preconditions,
  steps: [...steps],
  customFields: { ...customFields },
})

/** Whether a request is the same to the letter: custom fields in another order make it another one. */
export const digestOfRequest = (request: object): string => digestOfValue(JSON.stringify(request))

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
