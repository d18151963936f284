import type { Drop } from '../report-format.ts'
import { type Fields, jsonFields, jsonList, jsonSeconds, jsonText } from '../json/value.ts'
import type { Outcome, Property } from '../outcome.ts'
import { buildMessage, tagsOf, toOutcome } from '../json/outcome-builder.ts'

/**
 * One attempt at a test. Attempts with the same history belong to one test, and the one that stopped last decides. `expected`: the
 * message of an attempt that passed, such as the failure that it was expected to have.
 */
export type AllureAttempt = {
  history: string
  uuid: string | undefined
  stop: number
  outcome: Outcome
  expected: string | undefined
}

type Place = { report: string; line: number; drop: Drop }
type Label = { name: string; value: string }

/** Reads an attempt from a result file of Allure; drops it if its status is not passed, failed, broken or skipped. */
export const readAttempt = (value: unknown, { report, line, drop }: Place): AllureAttempt | undefined => {
  const told = jsonFields(value)
  const name = jsonText(told['name']) ?? jsonText(told['fullName']) ?? ''
  const verdict = verdicts.get(jsonText(told['status']) ?? '')
  if (!verdict) {
    const status = jsonText(told['status']) ?? 'missing'
    drop({ reason: `its status in ${report} is ${status}: neither passed nor failed`, line, name, isTest: true })
    return undefined
  }
  const labels = jsonList(told['labels']).flatMap(labelOf)
  const { message, trace, flaky } = jsonFields(told['statusDetails'])
  const { start, stop } = told
  const outcome = toOutcome({
    ...verdict,
    name,
    suite: suiteOf(labels, told),
    classname: labels.find((label) => label.name === 'testClass')?.value,
    flaky: flaky === true,
    messages: buildMessage({ message: jsonText(message), text: jsonText(trace) }),
    properties: [
      ...tagsOf(labels.filter((label) => label.name === 'tag').map((label) => label.value)),
      ...labels.filter((label) => !spoken.has(label.name) && !label.name.startsWith('_')),
      ...jsonList(told['links']).flatMap(linkOf),
      ...jsonList(told['parameters']).flatMap(parameterOf),
    ],
    seconds: typeof start === 'number' && typeof stop === 'number' ? jsonSeconds(stop - start) : undefined,
    report,
    line,
  })
  const history = historyOf(told, report)
  const expected = verdict.result === 'passed' ? jsonText(message) || undefined : undefined
  return { history, uuid: jsonText(told['uuid']), stop: typeof stop === 'number' ? stop : 0, outcome, expected }
}

const verdicts = new Map<string, Pick<Outcome, 'result' | 'error'>>([
  ['passed', { result: 'passed', error: false }],
  ['failed', { result: 'failed', error: false }],
  ['broken', { result: 'failed', error: true }],
  ['skipped', { result: 'skipped', error: false }],
])

// A result without a history id is identified by its test case and parameters; if it has no test case either, by its file.
const historyOf = (told: Fields, report: string): string => {
  const testCase = jsonText(told['testCaseId'])
  return jsonText(told['historyId']) ?? (testCase ? JSON.stringify([testCase, told['parameters']]) : report)
}

const labelOf = (value: unknown): Label[] => {
  const label = jsonFields(value)
  const name = jsonText(label['name'])
  const text = jsonText(label['value'])
  return name !== undefined && text !== undefined ? [{ name, value: text }] : []
}

const suites: readonly string[] = ['parentSuite', 'suite', 'subSuite']

// Labels that are read elsewhere, or that only say where a test ran.
const spoken = new Set([
  ...suites,
  'tag',
  'testClass',
  'titlePath',
  'host',
  'thread',
  'language',
  'framework',
  'package',
])

// One label may hold several levels, separated by ` > `.
const suiteOf = (labels: readonly Label[], { titlePath }: Fields): readonly string[] => {
  const told = suites.flatMap((name) => labels.find((label) => label.name === name)?.value.split(' > ') ?? [])
  return told.length > 0 ? told : jsonList(titlePath).flatMap((title) => jsonText(title) ?? [])
}

const linkOf = (value: unknown): Property[] => {
  const { type, name, url } = jsonFields(value)
  const target = jsonText(name) ?? jsonText(url)
  return (type === 'tms' || type === 'issue') && target !== undefined ? [{ name: type, value: target }] : []
}

const parameterOf = (value: unknown): Property[] => {
  const { name, value: given, excluded, mode } = jsonFields(value)
  const told = excluded !== true && mode !== 'hidden' && mode !== 'masked'
  const text = jsonText(name)
  return told && text !== undefined ? [{ name: text, value: jsonText(given) ?? '' }] : []
}
