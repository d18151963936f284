import { InterfaceError } from '../errors.ts'
import type { Step } from './models.ts'

/** What a case or a test says beside its name. */
type Texts = { preconditions: string; steps: Step[]; customFields: Record<string, unknown> }

/** The same as a service may send it: each missing, or of another form. */
type TextsAsSent = { readonly [Field in keyof Texts]?: unknown }

/** What a case or a test says, to read and to show: empty where the service leaves it out or sends another form. DECISIONS 22 */
export const textsOf = ({ preconditions, steps, customFields }: TextsAsSent): Texts => ({
  preconditions: textOf(preconditions),
  steps: Array.isArray(steps) ? steps.map(stepOf) : [],
  customFields: isObject(customFields) ? customFields : {},
})

/** Those of these fields that `textsOf` shows as empty because the service does not say them. */
export const unseenIn = (row: TextsAsSent, fields: readonly string[] = Object.keys(forms)): Unseen[] =>
  (Object.keys(forms) as Unseen[]).filter((field) => fields.includes(field) && !forms[field].isSent(row[field]))

type Unseen = keyof Texts

/** Refuses a change of what nobody can see: it would take the place of what is there. DECISIONS F4 */
export const refuseUnseen = ([field]: readonly Unseen[], identifier: string): void => {
  if (field === undefined) return
  const { label, flag } = forms[field]
  throw new InterfaceError(`the service does not say which ${label} ${identifier} has: they were not changed`, {
    hint: `to replace them all: testctl cases update ${identifier} ${flag}`,
  })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const stepOf = (step: unknown): Step => {
  const { action, expectation } = Object(step) as Record<string, unknown>
  return { action: textOf(action), expectation: textOf(expectation) }
}

const forms: Record<Unseen, { label: string; flag: string; isSent: (value: unknown) => boolean }> = {
  preconditions: {
    label: 'preconditions',
    flag: "--preconditions 'What is needed'",
    isSent: (value) => typeof value === 'string',
  },
  steps: { label: 'steps', flag: "--step 'Open the page => The form is shown'", isSent: Array.isArray },
  customFields: { label: 'custom fields', flag: `--custom-fields '{"area": "login"}'`, isSent: isObject },
}
