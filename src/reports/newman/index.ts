import { firstLine } from '../text/first-line.ts'
import type { ReportFormat, Taker } from '../report-format.ts'
import { jsonFormat } from '../json/format.ts'
import type { JsonListener } from '../../system/json/scanner.ts'
import { type Fields, jsonFields, jsonText } from '../json/value.ts'
import type { Outcome } from '../outcome.ts'
import { buildMessage, toOutcome } from '../json/outcome-builder.ts'
import { isObject } from '../../system/json/is-object.ts'
import { createRequests } from './requests.ts'

/**
 * The JSON of newman. Each assertion of each iteration is a result, with its request as the suite. Any other failure, such as that of a
 * request or a script, is dropped. DECISIONS 514
 */
export const newman: ReportFormat = jsonFormat({
  key: 'newman',
  recognises: (keys) => keys.has('collection.item') || (keys.has('run.executions') && keys.has('run.failures')),
  createListener: (taker) => listen(taker),
})

type Failure = { error: Fields; at: string; line: number }
type Assertion = { fields: Fields; line: number }

const listen = ({ report, found, drop }: Taker): JsonListener => {
  const requests = createRequests()
  const seen = new Set<string>()
  let assertions: Assertion[] = []
  // The request of the open execution or failure.
  let request: Record<string, unknown> = {}
  let failure: Failure | undefined
  let hasFailed = false
  let broken: { error: Fields; line: number } | undefined
  const dropOnce = (error: Fields, line: number, name: string | undefined): void => {
    const reason = `failed outside of its tests: ${firstLine(jsonText(error['message']))}`
    const key = JSON.stringify([name, reason])
    // The same failure comes again in each iteration.
    if (!seen.has(key)) drop({ reason, line, name })
    seen.add(key)
    hasFailed = true
  }
  return {
    begins: (path, kind) => {
      if (kind === 'object' && requests.begins(path)) return 'enter'
      if (taken.test(path) || requests.takes(path)) return 'take'
      if (path === 'run.failures.*') failure = undefined
      return entered.test(path) || requests.enters(path) ? 'enter' : 'skip'
    },
    takes: (value, path, line) => {
      if (requests.takes(path)) requests.take(path, value)
      else if (path === 'run.executions.*.assertions.*') assertions.push({ fields: jsonFields(value), line })
      else if (path === 'run.error') broken = isObject(value) ? { error: value, line } : undefined
      else if (path === 'run.failures.*.error') failure = { at: '', ...failure, error: jsonFields(value), line }
      else if (path === 'run.failures.*.at') failure = { error: {}, line, ...failure, at: jsonText(value) ?? '' }
      else request[path.slice(path.lastIndexOf('.') + 1)] = value
    },
    ends: (path) => {
      requests.ends(path)
      if (path === 'run.executions.*') {
        const suite = requests.nameOf(request)
        for (const { fields, line } of assertions) {
          const outcome = read(fields, { suite, report, line })
          hasFailed ||= outcome.result === 'failed'
          found(outcome)
        }
        assertions = []
        request = {}
      } else if (path === 'run.failures.*') {
        if (failure && !isOfAssertion(failure)) dropOnce(failure.error, failure.line, requests.nameOf(request))
        request = {}
      } else if (path === '' && broken && !hasFailed) dropOnce(broken.error, broken.line, 'the run')
    },
  }
}

// With --bail newman reports a failed assertion once more, as a failure of the script.
const isOfAssertion = ({ error, at }: Failure): boolean =>
  at.startsWith('assertion') || error['name'] === 'AssertionFailure'

const taken =
  /^run\.(?:error|executions\.\*\.(?:item\.(?:id|name)|assertions\.\*)|failures\.\*\.(?:error|at|source\.(?:id|name)))$/
const entered =
  /^(?:|collection|run|run\.executions(?:\.\*(?:\.item|\.assertions)?)?|run\.failures(?:\.\*(?:\.source)?)?)$/

const read = (
  assertion: Fields,
  { suite, report, line }: { suite: string | undefined; report: string; line: number },
): Outcome => {
  const { name, message, stack } = jsonFields(assertion['error'])
  const result = assertion['error'] ? 'failed' : assertion['skipped'] === true ? 'skipped' : 'passed'
  return toOutcome({
    name: jsonText(assertion['assertion']) ?? '',
    suite: suite === undefined ? [] : [suite],
    result,
    error: name !== 'AssertionError',
    messages: buildMessage({ message: jsonText(message), type: jsonText(name), text: jsonText(stack) }),
    report,
    line,
  })
}
