import { InterfaceError } from '../errors.ts'
import { damageIn } from '../system/json/damage.ts'
import type { Step } from './models.ts'

/** What a case or a test says beside its name. */
type Texts = { preconditions: string; steps: Step[]; customFields: Record<string, unknown> }

/** The same as a service may send it: each missing, or of another form. */
type TextsAsSent = { readonly [Field in keyof Texts]?: unknown }

/** What a case or a test says, to read and to show: empty where the service leaves it out or sends another form. DECISIONS 22 */
export const caseTextsOf = ({ preconditions, steps, customFields }: TextsAsSent): Texts => ({
  preconditions: textOf(preconditions),
  steps: Array.isArray(steps) ? steps.map(stepOf) : [],
  customFields: isObject(customFields) ? customFields : {},
})

/** Those of these fields that `caseTextsOf` shows as empty because the service does not say them. */
export const unseenIn = (row: TextsAsSent, fields: readonly string[] = Object.keys(forms)): Unseen[] =>
  (Object.keys(forms) as Unseen[]).filter((field) => fields.includes(field) && !forms[field].isSent(row[field]))

type Unseen = keyof Texts

/** Refuses a change of what nobody can see: it would take the place of what is there. DECISIONS 295 */
export const refuseUnseen = ([field]: readonly Unseen[], identifier: string): void => {
  if (field === undefined) return
  const { label, flag } = forms[field]
  throw new InterfaceError(`the service does not say which ${label} ${identifier} has: they were not changed`, {
    hint: `to replace them all: testctl cases update ${identifier} ${flag}`,
  })
}

/**
 * Refuses to write back what was not read as it is: an integer that was rounded, and a text that was no UTF-8.
 * DECISIONS 32, 363
 */
export const refuseDamaged = (texts: unknown, identifier: string): void => {
  const damage = damageIn(texts)
  if (damage === undefined) return
  throw new InterfaceError(`${identifier} has ${damage}: written back, it would be another; nothing was changed`, {
    hint: 'to replace all steps or custom fields: testctl cases update --help',
  })
}

/** Refuses to write an integer that was rounded into a file: nobody would see it there. DECISIONS 32, 311 */
export const refuseRounded = (customFields: unknown, identifier: string): void => {
  const damage = damageIn(customFields, { texts: false })
  if (damage === undefined) return
  throw new InterfaceError(`${identifier} has ${damage}: it was not written`, {
    hint: 'numbers of more than 15 digits are safe as text in the service',
  })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether each step says all that belongs to it: one without an expectation would be sent back without. DECISIONS 295 */
const areSteps = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((step) => isObject(step) && ['action', 'expectation'].every((name) => typeof step[name] === 'string'))

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
  steps: { label: 'steps', flag: "--step 'Open the page => The form is shown'", isSent: areSteps },
  customFields: { label: 'custom fields', flag: `--custom-fields '{"area": "login"}'`, isSent: isObject },
}
