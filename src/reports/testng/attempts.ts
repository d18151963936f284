import { displayName } from '../display-name.ts'
import { parseSeconds } from '../xml/duration.ts'
import type { Outcome } from '../outcome.ts'
import { buildMessage, tagsOf, toOutcome } from '../json/outcome-builder.ts'
import { unknown } from '../unknown-result.ts'
import type { Element } from '../xml/index.ts'

/** One run of a test method: its outcome, a key for the method and its parameters, and whether it was, or may have been, retried. */
export type TestNgAttempt = { outcome: Outcome; key: string; wasRetried: boolean; mayBeRetried: boolean }

type Place = { suite: readonly string[]; owner: string | undefined; tags: readonly string[]; report: string }

/** Returns the attempt that a `<test-method>` describes, or the reason why it is not one. */
export const toAttempt = (method: TestMethod, { suite, owner, tags, report }: Place): TestNgAttempt | string => {
  const { element, exception, message, stack, parameters } = method
  const {
    name = '',
    description = '',
    signature = '',
    status = '',
    retried,
    'duration-ms': duration,
  } = element.attributes
  const result = results.get(status)
  if (!result) return unknown('status', status)
  const milliseconds = parseSeconds(duration)
  const outcome = toOutcome({
    name,
    suite,
    classname: owner || undefined,
    result,
    error: exception !== '' && !assertion.test(exception),
    // `settleAttempts` passes the messages of a retried attempt on to the last one.
    messages: buildMessage({ message, type: exception, text: stack }),
    properties: [
      ...tagsOf(tags),
      ...parameters.map((value) => ({ name: 'parameter', value })),
      ...method.attributes,
      ...(description && description !== name ? [{ name: displayName, value: description }] : []),
    ],
    seconds: milliseconds === undefined ? undefined : milliseconds / 1000,
    report,
    line: element.line,
  })
  return {
    outcome,
    // Leaves out the instance, which differs in each run. The parameters distinguish the rows of a data provider.
    key: JSON.stringify([signature.replace(/\[pri:.*$/s, ''), parameters]),
    wasRetried: retried === 'true',
    // Before version 7 an attempt that was retried is only marked as skipped, with the exception that it failed with.
    mayBeRetried: result === 'skipped' && exception !== '' && !skips.test(exception) && !/ depends on /.test(message),
  }
}

/** Returns the outcomes of a class; a method that was retried has one, that of its last attempt. */
export const settleAttempts = (attempts: readonly TestNgAttempt[]): Outcome[] => {
  const ended = new Set(attempts.flatMap(({ key, outcome: { result } }) => (result === 'skipped' ? [] : key)))
  const earlier = new Map<string, Outcome['messages']>()
  const last: TestNgAttempt[] = []
  for (const attempt of attempts) {
    const { key, outcome, wasRetried, mayBeRetried } = attempt
    if (ended.has(key) && (wasRetried || mayBeRetried))
      earlier.set(key, [...(earlier.get(key) ?? []), ...outcome.messages])
    else last.push(attempt)
  }
  return last.map(({ key, outcome }) => {
    const messages = earlier.get(key)
    if (!messages || outcome.result === 'skipped') return outcome
    const isFlaky = outcome.result === 'passed'
    return { ...outcome, flaky: isFlaky, messages: [...messages, ...outcome.messages].slice(0, mostMessages) }
  })
}

const mostMessages = 20

const results = new Map<string, Outcome['result']>([
  ['PASS', 'passed'],
  ['FAIL', 'failed'],
  ['SKIP', 'skipped'],
])

const assertion = /Assert|ComparisonFailure|opentest4j|Expectation/i
const skips = /SkipException$/

/** A `<test-method>` that is being read, with its contents. */
export type TestMethod = {
  element: Element
  exception: string
  message: string
  stack: string
  parameters: string[]
  attributes: { name: string; value: string }[]
}
