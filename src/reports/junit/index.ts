import { UsageError } from '../../errors.ts'
import type { Drop, Taker } from '../report-format.ts'
import { sourceName } from '../../system/files/text.ts'
import { beginCase, end, type CaseInProgress, addMessage } from './case.ts'
import { unseenFailures } from '../unseen-failures.ts'
import { missingOfBats } from './bats.ts'
import { createRootCount } from './root.ts'
import { createSuites } from './suites.ts'
import { isQt, isSkip } from './qtest.ts'
import type { Element, Visitor } from '../xml/index.ts'
import { xmlFormat } from '../xml/format.ts'

const roots: readonly string[] = ['testsuites', 'testsuite']

/**
 * JUnit XML in all its dialects. A failure of a suite that belongs to none of its tests is dropped, with the suite's name.
 * DECISIONS 45
 */
export const junit = xmlFormat({ key: 'junit', roots, createVisitor: (taker) => visit(taker) })

// The elements that describe the test around them. Surefire puts the text of a rerun into an element of its own.
const told = new Set([
  'failure',
  'error',
  'warning',
  'skipped',
  'ignored',
  'aborted',
  'flakyFailure',
  'flakyError',
  'rerunFailure',
  'rerunError',
  'property',
])
const outputs = new Set(['system-out', 'system-err'])
const texts = new Set([...told, ...outputs, 'stackTrace'])

const visit = ({ report, found, drop: dropOne }: Taker): Visitor => {
  // Whether a test or a dropped entry explains the failures in the totals of the report.
  let isExplained = false
  const drop: Drop = (entry) => {
    isExplained = true
    dropOne(entry)
  }
  const suites = createSuites(drop)
  const root = createRootCount()
  // The open tests: more than one only in the rare report that has tests in a test.
  const tests: CaseInProgress[] = []
  let hasFailure = false
  const endTest = (test: CaseInProgress): void => {
    const outcome = end(test)
    hasFailure ||= outcome.result === 'failed'
    isExplained ||= hasFailure || test.isCounted
    suites.count(outcome, test.isCounted)
    const { name, result, line } = outcome
    // behave did not reach it. DECISIONS 467
    if (test.isUntested && result !== 'failed')
      drop({ reason: 'its status is untested: neither passed nor failed', line, name, isTest: true })
    else found(outcome)
  }
  return {
    texts,
    tails: outputs,
    open: ({ name, attributes, line }, within) => {
      if (within.length === 0 && attributes['xmlns'] === namespaceOfCheck) throw isOfCheck(report)
      if (name === 'testsuite') suites.open(attributes, line)
      else if (name === 'testcase') tests.push(beginCase(attributes, { suite: suites.path(), report, line }))
    },
    close: (element, within) => {
      const { name } = element
      root.see(element)
      const test = tests.at(-1)
      const parent = within.at(-1)
      if (name === 'testsuite') suites.close()
      else if (name === 'testsuites' && !parent) {
        // DECISIONS 468
        const count = root.failures(element.attributes)
        if (count > 0 && !isExplained) drop(unseenFailures(count, element.line))
      } else if (test && (told.has(name) || (outputs.has(name) && parent?.name === 'testcase'))) {
        addMessage(test, element)
        const reason = missingOfBats(element.text)
        if (reason) drop({ reason, line: element.line, name: suites.path().join(' › ') })
      } else if (name === 'stackTrace' && parent && told.has(parent.name)) parent.text += element.text
      else if (test && name === 'testcase') endTest(tests.pop() ?? test)
      else if (isQt(element)) suites.distrust()
      else if (parent && roots.includes(parent.name)) {
        if (name === 'failure' || name === 'error') suites.fail(element)
        else if (name === 'system-err') suites.say(element.text)
      }
    },
    // Qt 5 says in a comment that a test was skipped, Node.js how many tests failed. DECISIONS 456
    comments: {
      matter: (element) => isQt(element) || isNode(element),
      read: (text, within) => {
        const count = within.length === 1 && !hasFailure ? Number(/^ fail (\d+) $/.exec(text)?.[1] ?? 0) : 0
        if (count > 0) drop(unseenFailures(count, undefined))
        const test = tests.at(-1)
        const skip = isSkip(text, within.at(-1))
        if (test && skip) addMessage(test, skip)
      },
    },
  }
}

// The XML of Check has the same root, but none of the other elements: it would be a report without a test, which may be sent beside
// other reports. DECISIONS 573
const namespaceOfCheck = 'http://check.sourceforge.net/ns'

const isOfCheck = (report: string): UsageError =>
  new UsageError(`${sourceName(report)} is not JUnit XML, but that of Check, which testctl does not read`, {
    hint: 'Check also writes TAP, which testctl reads: CK_TAP_LOG_FILE_NAME=report.tap',
  })

// Node.js writes a test that contains tests as a suite, and leaves out that this test itself failed.
const isNode = ({ name, attributes }: Element): boolean =>
  name === 'testsuite' && attributes['disabled'] === '0' && attributes['hostname'] !== undefined
