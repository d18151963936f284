import { InterfaceError } from '../errors.ts'
import type { Step } from './models.ts'

/** The texts of a case or a test, besides its name. */
type Texts = { preconditions: string; steps: Step[]; customFields: Record<string, unknown> }

/** The same texts as a service may send them: any field may be missing or of another type. */
type TextsAsSent = { readonly [Field in keyof Texts]?: unknown }

/** Returns the texts of a case or a test for display; a field that is missing or of another type is empty. DECISIONS 22 */
export const caseTextsOf = ({ preconditions, steps, customFields }: TextsAsSent): Texts => ({
  preconditions: textAsSent(preconditions),
  steps: Array.isArray(steps) ? steps.map(stepOf) : [],
  customFields: isObject(customFields) ? customFields : {},
})

/** Returns those of `fields` that the service did not send, or not completely: `caseTextsOf` shows these as empty. */
export const unseenIn = (row: TextsAsSent, fields: readonly string[] = Object.keys(forms)): Unseen[] =>
  (Object.keys(forms) as Unseen[]).filter((field) => fields.includes(field) && !forms[field].isSent(row[field]))

type Unseen = keyof Texts

/** Refuses to change a text that the service did not send: the change would overwrite it unseen. DECISIONS 295 */
export const refuseUnseen = ([field]: readonly Unseen[], identifier: string): void => {
  if (field === undefined) return
  const { label, flag } = forms[field]
  throw new InterfaceError(`the service does not say which ${label} ${identifier} has: they were not changed`, {
    hint: `to replace them all: testctl cases update ${identifier} ${flag}`,
  })
}

/** Refuses to write back values that were not read exactly: a rounded integer, or a text that was not UTF-8. DECISIONS 32, 363 */
export const refuseDamaged = (texts: unknown, identifier: string): void => {
  const damage = damageIn(texts)
  if (damage === undefined) return
  throw new InterfaceError(`${identifier} has ${damage}: writing it back would change it; nothing was changed`, {
    hint: 'to replace all steps or custom fields: testctl cases update --help',
  })
}

/** Whether any of the texts differs from what the service has. */
export const isDamaged = (texts: unknown): boolean => damageIn(texts) !== undefined

/** Refuses to write a rounded integer into a file: the loss would go unnoticed. DECISIONS 32, 311 */
export const refuseRounded = (customFields: unknown, identifier: string): void => {
  const damage = damageIn(customFields, { texts: false })
  if (damage === undefined) return
  throw new InterfaceError(`${identifier} has ${damage}: it was not written`, {
    hint: 'numbers of more than 15 digits are safe as text in the service',
  })
}

// Values that this process could not read as the service has them. DECISIONS 363

const rounded = new Set<number>()
const broken = new Set<string>()

/** Remembers numbers that were rounded when an answer was read. */
export const noteRounded = (numbers: Iterable<number>): void => {
  for (const number of numbers) rounded.add(number)
}

/** Remembers the texts that contain U+FFFD in an answer that was not UTF-8: the service may have something else there. */
export const noteBroken = (json: string): void => {
  try {
    JSON.parse(json, (_, value: unknown) => {
      if (typeof value === 'string' && value.includes('\uFFFD')) broken.add(value)
      return value
    })
  } catch {
    // An answer that is not JSON is never written back.
  }
}

/** Describes the first part of a value that differs from what the service has; undefined if none does. */
const damageIn = (value: unknown, { texts = true } = {}): string | undefined => {
  if (typeof value === 'string') return texts && broken.has(value) ? 'a text that cannot be read' : undefined
  if (typeof value === 'number') return rounded.has(value) ? `the number ${value}, which was rounded` : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const inner of Object.values(value)) {
    const damage = damageIn(inner, { texts })
    if (damage !== undefined) return damage
  }
  return undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether every step has an action and an expectation: a missing one would be overwritten if the steps were sent back. DECISIONS 295 */
const areSteps = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((step) => isObject(step) && ['action', 'expectation'].every((name) => typeof step[name] === 'string'))

/** Returns a text that testctl only shows; empty if the service omits it, or sends null or another type. DECISIONS 22 */
export const textAsSent = (value: unknown): string => (typeof value === 'string' ? value : '')

const stepOf = (step: unknown): Step => {
  const { action, expectation } = Object(step) as Record<string, unknown>
  return { action: textAsSent(action), expectation: textAsSent(expectation) }
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
