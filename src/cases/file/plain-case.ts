import { parseIdentifier, parseShortIdentifier } from '../../contract/identifiers.ts'
import { type CaseContent, wrongSteps } from '../case-content.ts'
import type { FileProblem } from '../problem.ts'
import type { FileCase, ReadText } from './form.ts'
import { isObject } from '../../system/json/is-object.ts'

/** Converts a case to plain data, with the keys in the order of the files. Leaves out the fields that the case does not cover. */
export const plainCase = ({
  content,
  identifier,
  covers = () => true,
}: Omit<FileCase, 'line'>): Record<string, unknown> => ({
  ...(identifier !== undefined && { identifier }),
  name: content.name,
  ...(covers('preconditions') && { preconditions: content.preconditions }),
  ...(covers('steps') && { steps: content.steps.map(({ action, expectation }) => ({ action, expectation })) }),
  ...(covers(anyCustomField) && { customFields: content.customFields }),
})

/** Returns whether an item sets a field: a missing key leaves its field alone. DECISIONS 263 */
const coveredBy =
  (item: object): FileCase['covers'] =>
  (field) =>
    Object.hasOwn(item, field.startsWith(anyCustomField) ? 'customFields' : field)

const anyCustomField = 'fields.'

/** An item of a file: its value, its line, and messages about what was lost when its text was parsed. */
type Item = { value: unknown; line: number; losses?: readonly string[] }

/** Reads plain data as cases; reports a problem for each item that is not a case or that would lose something. */
export const readPlainCases = (items: readonly Item[]): ReadText => {
  const read: ReadText = { cases: [], problems: [] }
  for (const { value, line, losses = [] } of items) {
    const messages: Said[] = [
      ...losses.map((message) => ({ rule: 'unreadable', message }) as const),
      ...(isObject(value) ? problemsOf(value) : [{ rule: 'unreadable', message: 'it is no case' } as const]),
    ]
    for (const one of messages) read.problems.push({ line, ...one })
    if (messages.length === 0) {
      const { identifier, name = '', preconditions = '', steps = [], customFields = {} } = value as Partial<PlainCase>
      const content = { name, preconditions, steps, customFields }
      const { updatedAt } = value as { updatedAt?: unknown }
      read.cases.push({
        content,
        identifier,
        line,
        covers: coveredBy(value as object),
        ...(typeof updatedAt === 'string' && { updatedAt }),
      })
    }
  }
  return read
}

type PlainCase = CaseContent & { identifier: string }
type Said = Omit<FileProblem, 'line'>

const problemsOf = (value: Record<string, unknown>): Said[] => {
  const problems = Object.entries(value).flatMap(([key, one]): Said[] => {
    if (setByService.has(key)) return []
    if (!Object.hasOwn(checks, key))
      return [{ rule: 'unknown-key', message: `there is no field ${JSON.stringify(key)}: put it below customFields` }]
    const message = checks[key as keyof PlainCase](one)
    return message === undefined ? [] : [{ rule: 'unreadable', message: `${key} ${message}` }]
  })
  const { identifier, name } = value
  if (typeof identifier === 'string') for (const one of checkIdentifier(identifier)) problems.push(one)
  if (name === undefined || name === '') problems.push({ rule: 'no-name', message: 'the case has no name' })
  return problems
}

/** The other keys that `cases list --json` prints. They are accepted and not imported, because the service sets them. DECISIONS 225 */
const setByService = new Set(['id', 'displayId', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy'])

/** Checks the identifier of a case; returns its problem, or an empty list. */
export const checkIdentifier = (typed: string): Said[] =>
  (parseIdentifier(typed) ?? parseShortIdentifier(typed))?.noun === 'cases'
    ? []
    : [{ rule: 'bad-identifier', message: `${JSON.stringify(typed)} is no identifier of a case: WEB-C12 is one` }]

const text = (value: unknown) => (typeof value === 'string' ? undefined : 'must be a text')
const checks: Record<keyof PlainCase, (value: unknown) => string | undefined> = {
  identifier: text,
  name: text,
  preconditions: text,
  steps: wrongSteps,
  customFields: (value) => (isObject(value) ? undefined : 'must hold keys'),
}
