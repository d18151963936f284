import type { Drop } from './formats.ts'
import { fieldsOf, listOf, secondsOf, textOf } from './jsonvalue.ts'
import type { Message, Outcome } from './outcome.ts'
import { messageOf, tagsOf, toOutcome } from './telling.ts'

type Fields = Readonly<Record<string, unknown>>
type Place = { background: unknown; report: string; line: number; drop: Drop }
/** A step or a hook that was reached: what it is called, and what it came to. */
type Part = { name: string; isStep: boolean; status: string; seconds: number | undefined; error: string | undefined }

/**
 * What a scenario came to, with the background before it: failed where any step or hook failed or is ambiguous, passed where
 * all of them passed, skipped where the others were skipped or are pending. Anything else is dropped.
 */
export const readScenario = (value: unknown, { background, report, line, drop }: Place): Outcome | undefined => {
  const scenario = fieldsOf(value)
  const name = textOf(scenario['name']) ?? ''
  const parts = [...partsIn(fieldsOf(background)), ...partsIn(scenario)]
  const result = resultOf(parts)
  if (!result || (result === 'passed' && !parts.some(({ isStep }) => isStep))) {
    drop({ reason: whyNot(parts), line, name, isTest: true })
    return undefined
  }
  const timed = parts.flatMap(({ seconds }) => seconds ?? [])
  return toOutcome({
    name,
    result,
    messages: parts.filter(({ status }) => !quiet.has(status)).flatMap(messageIn),
    properties: tagsOf(namesOf(scenario['tags'])),
    seconds: timed.length > 0 ? timed.reduce((sum, one) => sum + one, 0) : undefined,
    report,
    line,
  })
}

/** The names of tags as Cucumber writes them. */
export const namesOf = (tags: unknown): string[] => listOf(tags).flatMap((tag) => textOf(fieldsOf(tag)['name']) ?? [])

const partsIn = (element: Fields): Part[] => [
  ...hooksOf(element['before'], 'Before'),
  ...listOf(element['steps']).map(fieldsOf).flatMap(stepParts),
  ...hooksOf(element['after'], 'After'),
]

const stepParts = (step: Fields): Part[] => [
  ...hooksOf(step['before'], 'BeforeStep'),
  {
    ...partOf(step, `${textOf(step['keyword']) ?? ''}${textOf(step['name']) ?? ''}`.trim()),
    // Some write hooks as steps, which they hide.
    isStep: step['hidden'] !== true,
  },
  ...hooksOf(step['after'], 'AfterStep'),
]

// The hooks of a step that was not reached are told as skipped; they say nothing of the scenario.
const hooksOf = (hooks: unknown, name: string): Part[] =>
  listOf(hooks)
    .map((hook) => partOf(fieldsOf(hook), name))
    .filter(({ status }) => status !== 'skipped')

const partOf = ({ result }: Fields, name: string): Part => {
  const { status, duration, error_message: error } = fieldsOf(result)
  return {
    name,
    isStep: false,
    status: textOf(status)?.toLowerCase() ?? 'missing',
    seconds: secondsOf(duration, 1e-9),
    error: textOf(error),
  }
}

const quiet = new Set(['passed', 'skipped'])
const failing = new Set(['failed', 'ambiguous'])
const skipping = new Set(['skipped', 'pending'])

const resultOf = (parts: readonly Part[]): Outcome['result'] | undefined => {
  if (parts.some(({ status }) => failing.has(status))) return 'failed'
  if (parts.some(({ status }) => status !== 'passed' && !skipping.has(status))) return undefined
  return parts.some(({ status }) => skipping.has(status)) ? 'skipped' : 'passed'
}

const whyNot = (parts: readonly Part[]): string => {
  const part = parts.find(({ status }) => status !== 'passed' && !skipping.has(status))
  if (!part) return 'it has no steps'
  return part.status === 'undefined'
    ? `nobody has defined the step "${part.name}": neither passed nor failed`
    : `the status of "${part.name}" is ${part.status}: neither passed nor failed`
}

const messageIn = ({ name, status, error }: Part): Message[] =>
  messageOf({ message: `${name}: ${status}`, text: error })
