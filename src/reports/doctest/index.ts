import { unseenFailures } from '../unseen-failures.ts'
import type { Taker } from '../report-format.ts'
import { buildMessage, toOutcome } from '../json/outcome-builder.ts'
import type { Message } from '../outcome.ts'
import { parseSeconds } from '../xml/duration.ts'
import type { Attributes, Element, Visitor } from '../xml/index.ts'
import { xmlFormat } from '../xml/format.ts'

/**
 * The XML of doctest (`--reporters=xml`). It says of each test whether doctest counts it as a success, even if the test may or should
 * fail. DECISIONS 512
 */
export const doctest = xmlFormat({ key: 'doctest', roots: ['doctest'], createVisitor: (taker) => visit(taker) })

/** A test that is being read: its failures, and the attributes of the summary at its end. */
type Test = { element: Element; messages: Message[]; hasThrown: boolean; ended: Attributes | undefined }

const details = new Set(['Text', 'Original', 'Expanded', 'Exception', 'ExpectedException', 'Info'])
const problems = new Set(['Expression', 'Message'])
const mostMessages = 20

const visit = ({ report, found, drop }: Taker): Visitor => {
  const suites: string[] = []
  let test: Test | undefined
  let told: string[] = []
  let failed = 0
  const add = ({ attributes: { type, filename = '', line, success } }: Element, texts: readonly string[]): void => {
    // With --success the report also has the assertions that hold.
    if (!test || success === 'true' || test.messages.length >= mostMessages || type?.startsWith('WARN')) return
    const place = line === undefined ? [] : [`${filename}:${line}`]
    for (const message of buildMessage({ type, text: [...texts, ...place].join('\n') })) test.messages.push(message)
  }
  const end = (ended: Test): void => {
    // In a list of tests none has run, and there are no suites.
    if (suites.length === 0) return
    const outcome = outcomeOf(ended, { report, suite: suites.filter(Boolean) })
    if (outcome.result === 'failed') failed++
    found(outcome)
  }
  return {
    texts: details,
    open: (element) => {
      const { name, attributes } = element
      if (name === 'TestSuite') suites.push(attributes['name'] ?? '')
      else if (name === 'TestCase') test = { element, messages: [], hasThrown: false, ended: undefined }
      else if (problems.has(name)) told = []
    },
    close: (element, within) => {
      const { name, attributes, text, line } = element
      if (name === 'TestSuite') suites.pop()
      else if (name === 'OverallResultsTestCases') {
        const count = Number(attributes['failures'])
        if (count > 0 && failed === 0) drop(unseenFailures(count, line))
      } else if (details.has(name) && problems.has(within.at(-1)?.name ?? '')) {
        if (told.length < mostMessages) told.push(text.trim())
      } else if (!test) return
      else if (problems.has(name)) add(element, told)
      else if (name === 'Exception') {
        test.hasThrown = true
        add(element, [text.trim()])
      } else if (name === 'OverallResultsAsserts') test.ended = attributes
      else if (name === 'TestCase') {
        end(test)
        test = undefined
      }
    },
  }
}

const outcomeOf = (
  { element, messages, hasThrown, ended }: Test,
  { report, suite }: { report: string; suite: readonly string[] },
) => {
  const { name = '', filename, skipped, may_fail, should_fail } = element.attributes
  const isSuccess = ended?.['test_case_success'] === 'true'
  const mayFail = may_fail === 'true' || should_fail === 'true' || ended?.['expected_failures'] !== undefined
  // A test that failed, as it may or should, did not pass. DECISIONS 88
  const isExpected = isSuccess && mayFail && (hasThrown || Number(ended['failures']) > 0)
  const result = skipped === 'true' || isExpected ? 'skipped' : isSuccess ? 'passed' : 'failed'
  return toOutcome({
    name,
    suite,
    file: filename || undefined,
    result,
    error: hasThrown,
    messages: messages.length > 0 ? messages : buildMessage({ message: silentReason(element.attributes) }),
    seconds: parseSeconds(ended?.['duration']),
    report,
    line: element.line,
  })
}

// Returns why a test failed although the report shows no failure in it.
const silentReason = ({ should_fail, timeout }: Attributes): string | undefined => {
  if (should_fail === 'true') return 'it should have failed'
  return timeout === undefined ? undefined : `it took longer than ${timeout} seconds`
}
