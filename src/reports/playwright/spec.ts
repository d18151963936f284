import type { Drop } from '../format.ts'
import { fieldsOf, listOf, secondsOf, textOf, textsOf } from '../json/value.ts'
import type { Message, Outcome } from '../outcome.ts'
import { annotationIn, messageOf, tagsOf, toOutcome } from '../json/outcome-builder.ts'

/** What a spec came to in a project; the suites are not in it yet. */
export type SpecResult = { project: string | undefined; outcome: Outcome }

type Fields = Readonly<Record<string, unknown>>
type Place = { report: string; line: number; drop: Drop }

/** The results of a spec, one for each project that it ran in. */
export const readSpec = (value: unknown, { report, line, drop }: Place): SpecResult[] => {
  const spec = fieldsOf(value)
  const name = textOf(spec['title']) ?? ''
  const tests = listOf(spec['tests']).map(fieldsOf)
  if (tests.length === 0) drop({ reason: 'it has no result', line, name, isTest: true })
  return tests.flatMap((test) => {
    const project = textOf(test['projectName'])
    const attempts = listOf(test['results']).map(fieldsOf)
    const verdict = verdicts.get(textOf(test['status']) ?? '')
    if (!verdict || (verdict.result === 'skipped' && attempts.some(({ status }) => status === 'interrupted'))) {
      const why = verdict ? 'it was interrupted' : `its status is ${textOf(test['status']) ?? 'missing'}`
      drop({ reason: `${why}: neither passed nor failed`, line, name, isTest: true })
      return []
    }
    const properties = [
      ...tagsOf(textsOf(spec['tags'])),
      ...listOf(test['annotations']).flatMap(annotationIn),
      ...(project ? [{ name: 'project', value: project }] : []),
    ]
    const outcome = toOutcome({
      result: verdict.result,
      flaky: verdict.flaky,
      name,
      file: textOf(spec['file']),
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

// A test that is expected to fail and does is as expected.
const verdicts = new Map<string, Pick<Outcome, 'result' | 'flaky'>>([
  ['expected', { result: 'passed', flaky: false }],
  ['flaky', { result: 'passed', flaky: true }],
  ['unexpected', { result: 'failed', flaky: false }],
  ['skipped', { result: 'skipped', flaky: false }],
])

// Why it was skipped is said with the annotation that skips it.
const reasonsIn = ({ annotations }: Fields): Message[] =>
  listOf(annotations)
    .map(fieldsOf)
    .filter(({ type }) => type === 'skip' || type === 'fixme')
    .flatMap(({ description }) => messageOf({ message: textOf(description) }))

const messagesIn = ({ expectedStatus }: Fields, attempts: readonly Fields[]): Message[] =>
  attempts.filter(({ status }) => status !== expectedStatus).flatMap((attempt) => messagesOf(attempt, expectedStatus))

// The first error is told twice, and best where it is told with its stack.
const messagesOf = ({ status, error, errors }: Fields, expected: unknown): Message[] => {
  const { message, stack, value } = fieldsOf(error)
  const first = messageOf({ message: textOf(message) ?? textOf(value), text: textOf(stack) })
  const all = listOf(errors).flatMap((one) => messageOf({ text: textOf(fieldsOf(one)['message']) }))
  const told = [...first, ...all.slice(first.length)]
  if (told.length > 0) return told
  return messageOf({
    message: `it was to end as ${textOf(expected) ?? 'passed'}, and ended as ${textOf(status) ?? 'nothing'}`,
  })
}

const sum = (attempts: readonly Fields[]): number | undefined => {
  const durations = attempts.map(({ duration }) => secondsOf(duration)).filter((one) => one !== undefined)
  return durations.length > 0 ? durations.reduce((all, one) => all + one, 0) : undefined
}
