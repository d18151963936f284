import type { ReportFormat, Taker } from '../report-format.ts'
import { jsonFormat } from '../json/format.ts'
import type { JsonListener } from '../../system/json/scanner.ts'
import { type Fields, jsonFields, jsonSeconds, jsonText } from '../json/value.ts'
import type { Outcome } from '../outcome.ts'
import { buildMessage, toOutcome } from '../json/outcome-builder.ts'
import { addTo } from '../../system/maps/add-to.ts'

/**
 * Mocha's JSON. Every test is in the list of tests, which does not say how it ended, and in one of three others; a hook that
 * failed is only among the failures. Each is counted once. DECISIONS 48
 */
export const mocha: ReportFormat = jsonFormat({
  key: 'mocha',
  recognises: (keys) =>
    (keys.has('stats.passes') && keys.has('tests')) ||
    ['tests', 'failures', 'pending', 'passes'].some((list) => keys.has(`${list}.*.fullTitle`)),
  createListener: (taker) => listen(taker),
})

const listen = ({ report, found }: Taker): JsonListener => {
  const failed = new Set<string>()
  const pending = new Set<string>()
  // `further`: failures of no test that was seen to fail, mostly of hooks. `undecided`: tests that may have passed or skipped themselves,
  // as both have a duration.
  const further = new Map<string, Outcome[]>()
  const undecided: { key: string; outcome: Outcome }[] = []

  const takeTest = (test: Fields, line: number): void => {
    const key = keyOf(test)
    const result = resultOf(test)
    if (result === 'failed') failed.add(key)
    const outcome = read(test, { result: result ?? 'passed', report, line })
    if (result) found(outcome)
    else undecided.push({ key, outcome })
  }
  const end = (): void => {
    for (const { key, outcome } of undecided) {
      const failure = further.get(key)?.pop()
      if (pending.has(key)) found({ ...outcome, result: 'skipped', flaky: false })
      else found(failure ?? outcome)
    }
    for (const [key, outcomes] of further) if (!failed.has(key)) for (const outcome of outcomes) found(outcome)
  }
  return {
    begins: (path) => (taken.has(path) ? 'take' : entered.has(path) ? 'enter' : 'skip'),
    takes: (value, path, line) => {
      const test = jsonFields(value)
      const key = keyOf(test)
      if (path === 'tests.*') takeTest(test, line)
      else if (path === 'pending.*') pending.add(key)
      else if (!failed.has(key)) addTo(further, key, { ...read(test, { result: 'failed', report, line }), error: true })
    },
    ends: (path) => {
      if (path === '') end()
    },
  }
}

const taken = new Set(['tests.*', 'failures.*', 'pending.*'])
const entered = new Set(['', 'tests', 'failures', 'pending'])

const keyOf = ({ file, fullTitle }: Fields): string => JSON.stringify([jsonText(file), jsonText(fullTitle)])

// Only a test that passed has a speed (not in older versions), and a test that never ran has no duration.
const resultOf = ({ err, speed, duration }: Fields): Outcome['result'] | undefined => {
  if (Object.keys(jsonFields(err)).length > 0) return 'failed'
  if (speed !== undefined) return 'passed'
  return duration === undefined ? 'skipped' : undefined
}

const read = (test: Fields, { result, report, line }: Pick<Outcome, 'result' | 'report' | 'line'>): Outcome => {
  const name = jsonText(test['title']) ?? ''
  const whole = jsonText(test['fullTitle']) ?? name
  const suite = whole.endsWith(name) ? whole.slice(0, whole.length - name.length).trim() : ''
  const { message, stack, name: type } = jsonFields(test['err'])
  return toOutcome({
    name,
    suite: suite === '' ? [] : [suite],
    file: jsonText(test['file']),
    result,
    flaky: Number(test['currentRetry']) > 0,
    messages: buildMessage({ message: jsonText(message), type: jsonText(type), text: jsonText(stack) }),
    seconds: jsonSeconds(test['duration']),
    report,
    line,
  })
}
