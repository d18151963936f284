import type { Drop } from '../report-format.ts'
import { type Fields, jsonFields, jsonList, jsonSeconds, jsonText, textsOf } from '../json/value.ts'
import type { Message, Outcome } from '../outcome.ts'
import { annotationIn, buildMessage, tagsOf, toOutcome } from '../json/outcome-builder.ts'

/** The result of a spec in one project, still without its suites. */
export type SpecResult = { project: string | undefined; outcome: Outcome }

type Place = { report: string; line: number; drop: Drop }

/** Reads the results of a spec, one for each project that it ran in. */
export const readSpec = (value: unknown, { report, line, drop }: Place): SpecResult[] => {
  const spec = jsonFields(value)
  const name = jsonText(spec['title']) ?? ''
  const tests = jsonList(spec['tests']).map(jsonFields)
  if (tests.length === 0) drop({ reason: 'it has no result', line, name, isTest: true })
  return tests.flatMap((test) => {
    const project = jsonText(test['projectName'])
    const attempts = jsonList(test['results']).map(jsonFields)
    const verdict = verdicts.get(jsonText(test['status']) ?? '')
    if (!verdict || (verdict.result === 'skipped' && attempts.some(({ status }) => status === 'interrupted'))) {
      const why = verdict ? 'it was interrupted' : `its status is ${jsonText(test['status']) ?? 'missing'}`
      drop({ reason: `${why}: neither passed nor failed`, line, name, isTest: true })
      return []
    }
    const properties = [
      ...tagsOf(textsOf(spec['tags'])),
      ...jsonList(test['annotations']).flatMap(annotationIn),
      ...(project ? [{ name: 'project', value: project }] : []),
    ]
    const outcome = toOutcome({
      result: verdict.result,
      flaky: verdict.flaky,
      name,
      file: jsonText(spec['file']),
      error: attempts.at(-1)?.['status'] === 'timedOut',
      messages: verdict.result === 'skipped' ? reasonsIn(test) : messagesIn(test, attempts),
      properties,
      seconds: sum(attempts),
      report,
      line,
    })
    return [{ project, outcome }]
  })
}

// A test that was expected to fail and failed has the status `expected`.
const verdicts = new Map<string, Pick<Outcome, 'result' | 'flaky'>>([
  ['expected', { result: 'passed', flaky: false }],
  ['flaky', { result: 'passed', flaky: true }],
  ['unexpected', { result: 'failed', flaky: false }],
  ['skipped', { result: 'skipped', flaky: false }],
])

// The annotation that skips a test says why.
const reasonsIn = ({ annotations }: Fields): Message[] =>
  jsonList(annotations)
    .map(jsonFields)
    .filter(({ type }) => type === 'skip' || type === 'fixme')
    .flatMap(({ description }) => buildMessage({ message: jsonText(description) }))

const messagesIn = ({ expectedStatus }: Fields, attempts: readonly Fields[]): Message[] =>
  attempts.filter(({ status }) => status !== expectedStatus).flatMap((attempt) => messagesOf(attempt, expectedStatus))

// The first error is there twice; the one with its stack says more.
const messagesOf = ({ status, error, errors }: Fields, expected: unknown): Message[] => {
  const { message, stack, value } = jsonFields(error)
  const first = buildMessage({ message: jsonText(message) ?? jsonText(value), text: jsonText(stack) })
  const all = jsonList(errors).flatMap((one) => buildMessage({ text: jsonText(jsonFields(one)['message']) }))
  const told = [...first, ...all.slice(first.length)]
  if (told.length > 0) return told
  return buildMessage({
    message: `it was to end as ${jsonText(expected) ?? 'passed'}, and ended as ${jsonText(status) ?? 'nothing'}`,
  })
}

const sum = (attempts: readonly Fields[]): number | undefined => {
  const durations = attempts.map(({ duration }) => jsonSeconds(duration)).filter((one) => one !== undefined)
  return durations.length > 0 ? durations.reduce((all, one) => all + one, 0) : undefined
}
