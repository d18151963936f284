import { hiddenFailure, unseenFailures } from '../unseen-failures.ts'
import type { ReportFormat, Taker } from '../report-format.ts'
import { jsonFormat } from '../json/format.ts'
import type { JsonListener } from '../../system/json/scanner.ts'
import { type Fields, jsonFields, jsonList, jsonSeconds, jsonText, textsOf } from '../json/value.ts'
import { isObject } from '../../system/json/is-object.ts'
import type { Message, Outcome, Property } from '../outcome.ts'
import { annotationIn, buildMessage, propertiesIn, tagsOf, toOutcome } from '../json/outcome-builder.ts'

/**
 * The Common Test Report Format. A test with the status `other` is dropped, unless its raw status is a kind of skipped.
 * DECISIONS 48, 455
 */
export const ctrf: ReportFormat = jsonFormat({
  key: 'ctrf',
  recognises: (keys) =>
    keys.has('results.tests') || keys.has('results.summary') || (keys.has('reportFormat') && keys.has('specVersion')),
  createListener: (taker) => listen(taker),
})

const listen = ({ report, found, drop }: Taker): JsonListener => {
  let counted = 0
  let countLine: number | undefined
  let failures = 0
  // Whether a test passed after a failed attempt.
  let isFlaky = false
  // A flaky test whose attempts all passed: so Playwright's reporters write a test that passed but was expected to fail.
  let suspect: string | undefined
  const takeTest = (value: unknown, line: number): void => {
    const test = jsonFields(value)
    const name = jsonText(test['name'])
    const result = resultOf(test)
    const outcome = result && read(test, { result, report, line })
    if (!outcome || outcome.result === 'failed') failures++
    else if (outcome.flaky && passedEachTime(test)) suspect ??= outcome.name
    else isFlaky ||= outcome.flaky
    if (!isObject(value)) drop({ reason: 'a test is no object', line })
    else if (!outcome)
      drop({ reason: `its status is ${statusOf(test)}: neither passed nor failed`, line, name, isTest: true })
    else found(outcome)
  }
  return {
    begins: (path) => (taken.has(path) ? 'take' : entered.has(path) ? 'enter' : 'skip'),
    takes: (value, path, line) => {
      if (path === 'results.tests.*') return takeTest(value, line)
      counted = Number(value) || 0
      countLine = line
    },
    ends: (path) => {
      if (path !== '' || counted <= failures) return
      if (suspect !== undefined) drop(hiddenFailure(suspect, countLine))
      else if (failures === 0 && !isFlaky) drop(unseenFailures(counted, countLine))
    },
  }
}

const passedEachTime = ({ retryAttempts }: Fields): boolean => {
  const attempts = jsonList(retryAttempts).map(jsonFields)
  return attempts.length > 0 && attempts.every(({ status }) => status === 'passed')
}

const taken = new Set(['results.tests.*', 'results.summary.failed'])
const entered = new Set(['', 'results', 'results.tests', 'results.summary'])

const resultOf = ({ status, rawStatus }: Fields): Outcome['result'] | undefined => {
  if (status === 'passed' || status === 'failed') return status
  return skipping.has(status) || (status === 'other' && skipping.has(rawStatus)) ? 'skipped' : undefined
}

// Reporters write `other` for a status of their runner that CTRF does not have.
const skipping = new Set<unknown>(['skipped', 'pending', 'todo', 'disabled', 'ignored'])

const statusOf = ({ status, rawStatus }: Fields): string =>
  `${jsonText(status) ?? 'missing'}${jsonText(rawStatus) ? ` (${jsonText(rawStatus)})` : ''}`

const read = (test: Fields, { result, report, line }: Pick<Outcome, 'result' | 'report' | 'line'>): Outcome => {
  const attempts = jsonList(test['retryAttempts']).map(jsonFields)
  const failures = attempts.filter(({ status }) => status === 'failed')
  const own = ownIn(test['extra'])
  return toOutcome({
    result,
    report,
    line,
    name: own['nameless'] === true ? '' : (jsonText(test['name']) ?? ''),
    suite: suiteOf(test['suite']),
    classname: jsonText(own['classname']),
    file: jsonText(test['filePath']),
    error: own['error'] === true,
    flaky: typeof test['flaky'] === 'boolean' ? test['flaky'] : failures.length > 0 || Number(test['retries']) > 0,
    messages: [
      ...(result === 'passed' ? failures.flatMap(messageIn) : []),
      ...messageIn(test),
      ...jsonList(own['messages']).map(jsonFields).flatMap(messageIn),
    ],
    properties: propertiesOf(test),
    seconds: own['untimed'] === true ? undefined : jsonSeconds(test['duration']),
  })
}

// In older versions of CTRF the suite is one text; reporters wrote the whole path into it.
const suiteOf = (suite: unknown): readonly string[] => jsonText(suite)?.split(' > ') ?? textsOf(suite)

const messageIn = ({ message, trace, extra }: Fields): Message[] =>
  buildMessage({ message: jsonText(message), type: jsonText(ownIn(extra)['type']), text: jsonText(trace) })

// The fields that testctl's own writer puts there, because the format has no place for them.
const ownIn = (extra: unknown): Fields => jsonFields(jsonFields(extra)['testctl'])

// Playwright's reporters put annotations into `extra`.
const propertiesOf = ({ tags, labels, type, browser, device, extra }: Fields): Property[] => [
  ...tagsOf(textsOf(tags)),
  ...propertiesIn(labels),
  ...propertiesIn({ type, browser, device }),
  ...propertiesIn(extra),
  ...jsonList(jsonFields(extra)['annotations']).flatMap(annotationIn),
]
