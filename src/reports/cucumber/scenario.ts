import type { Drop } from '../report-format.ts'
import { type Fields, jsonFields, jsonList, jsonSeconds, jsonText, textsOf } from '../json/value.ts'
import type { Message, Outcome } from '../outcome.ts'
import { buildMessage, tagsOf, toOutcome } from '../json/outcome-builder.ts'

type Place = { background: unknown; report: string; line: number; drop: Drop }

/** A step, or a hook that was reached: its name and its result. */
export type ScenarioPart = {
  name: string
  isStep: boolean
  status: string
  seconds: number | undefined
  error: string | undefined
}

/** Returns the outcome of a scenario, including the background before it; undefined if it was dropped. */
export const readScenario = (value: unknown, { background, report, line, drop }: Place): Outcome | undefined => {
  const scenario = jsonFields(value)
  const told = {
    name: jsonText(scenario['name']) ?? '',
    parts: [...partsOfBackground(jsonFields(background)), ...partsIn(scenario)],
    tags: scenarioNames(scenario['tags']),
    isSkipped: isSkipped(scenario),
    isFailed: isFailingStatus(scenario['status']),
  }
  return concludeScenario(told, { report, line, drop })
}

/** A scenario that was read. `isSkipped` and `isFailed`: the report gives this status to the scenario itself. */
export type Scenario = {
  name: string
  parts: readonly ScenarioPart[]
  tags: readonly string[]
  isSkipped?: boolean
  isFailed?: boolean
}

/**
 * Returns the outcome of a scenario: failed if a step or hook failed or is ambiguous, or if the scenario is marked failed and no
 * part says why; passed if all parts passed; skipped if the others were skipped or are pending, or if the scenario is marked
 * skipped. Drops any other scenario.
 */
export const concludeScenario = (
  { name, parts, tags, isSkipped: skipped, isFailed }: Scenario,
  { report, line, drop }: Omit<Place, 'background'>,
): Outcome | undefined => {
  // DECISIONS 410
  const isOutside = isFailed === true && parts.every(({ status }) => status === missing || quiet.has(status))
  const result = isOutside ? 'failed' : (resultOf(parts) ?? (skipped ? 'skipped' : undefined))
  if (!result || (result === 'passed' && !parts.some(({ isStep }) => isStep))) {
    drop({ reason: whyNot(parts), line, name, isTest: true })
    return undefined
  }
  const timed = parts.flatMap(({ seconds }) => seconds ?? [])
  return toOutcome({
    name,
    result,
    messages: isOutside ? buildMessage({ message: outside }) : messagesOf(parts),
    properties: tagsOf(tags),
    seconds: timed.length > 0 ? timed.reduce((sum, one) => sum + one, 0) : undefined,
    report,
    line,
  })
}

const outside = 'the scenario failed outside of its steps, such as in a hook'

/** Whether the status of a scenario, or of a feature, is a failure. */
export const isFailingStatus = (status: unknown): boolean => failing.has(jsonText(status)?.toLowerCase() ?? '')

/** Whether the status of a scenario is passed or skipped. */
export const isPassingStatus = (status: unknown): boolean => quiet.has(jsonText(status)?.toLowerCase() ?? '')

/** Returns the messages of the parts that neither passed nor were skipped. */
export const messagesOf = (parts: readonly ScenarioPart[]): Message[] =>
  parts.filter(({ status }) => !quiet.has(status)).flatMap(messageIn)

/** Returns the names of the tags in Cucumber's JSON. */
export const scenarioNames = (tags: unknown): string[] =>
  jsonList(tags).flatMap((tag) => jsonText(jsonFields(tag)['name']) ?? [])

const partsIn = (element: Fields): ScenarioPart[] => [
  ...hooksOf(element['before'], 'Before'),
  ...jsonList(element['steps']).map(jsonFields).flatMap(stepParts),
  ...hooksOf(element['after'], 'After'),
]

// behave repeats the steps of a background in each scenario, and gives their results only there.
const partsOfBackground = (background: Fields): ScenarioPart[] => {
  const parts = partsIn(background)
  return parts.some(({ status }) => status !== missing) ? parts : []
}

// behave leaves out the steps of a skipped scenario, or those after the step that skipped it. DECISIONS 467
const isSkipped = (scenario: Fields): boolean =>
  jsonText(scenario['status']) === 'skipped' &&
  partsIn(scenario).every(({ status }) => status === missing || quiet.has(status))

const stepParts = (step: Fields): ScenarioPart[] => [
  ...hooksOf(step['before'], 'BeforeStep'),
  {
    ...partOf(step, `${(jsonText(step['keyword']) ?? '').replace(/\w$/, '$& ')}${jsonText(step['name']) ?? ''}`.trim()),
    // Some tools write hooks as hidden steps.
    isStep: step['hidden'] !== true,
  },
  ...hooksOf(step['after'], 'AfterStep'),
]

// The hooks of a step that was not reached are reported as skipped; they say nothing about the scenario.
const hooksOf = (hooks: unknown, name: string): ScenarioPart[] =>
  jsonList(hooks)
    .map((hook) => partOf(jsonFields(hook), name))
    .filter(({ status }) => status !== 'skipped')

const partOf = ({ result, step_type: type, line }: Fields, name: string): ScenarioPart => {
  const { status, duration, error_message: error } = jsonFields(result)
  return {
    name,
    isStep: false,
    status: jsonText(status)?.toLowerCase() ?? missing,
    // behave writes seconds, and the type of a step but no line. Its formatters for Cucumber write both, and nanoseconds like Cucumber.
    seconds: jsonSeconds(duration, type === undefined || line !== undefined ? 1e-9 : 1),
    error: jsonText(error) ?? textsOf(error).join('\n'),
  }
}

const missing = 'missing'
const quiet = new Set(['passed', 'skipped'])
// The three kinds of error are behave's.
const failing = new Set(['failed', 'ambiguous', 'error', 'hook_error', 'cleanup_error'])
const skipping = new Set(['skipped', 'pending'])

const resultOf = (parts: readonly ScenarioPart[]): Outcome['result'] | undefined => {
  if (parts.some(({ status }) => failing.has(status))) return 'failed'
  if (parts.some(({ status }) => status !== 'passed' && !skipping.has(status))) return undefined
  return parts.some(({ status }) => skipping.has(status)) ? 'skipped' : 'passed'
}

const whyNot = (parts: readonly ScenarioPart[]): string => {
  const part = parts.find(({ status }) => status !== 'passed' && !skipping.has(status))
  if (!part) return 'it has no steps'
  return part.status === 'undefined'
    ? `the step "${part.name}" is undefined: neither passed nor failed`
    : `the status of "${part.name}" is ${part.status}: neither passed nor failed`
}

const messageIn = ({ name, status, error }: ScenarioPart): Message[] =>
  buildMessage({ message: `${name}: ${status}`, text: error })
