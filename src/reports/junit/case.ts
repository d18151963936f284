import { displayName } from '../display-name.ts'
import { isOfTestCafe, titleOfTestCafe, withoutVersionInClass } from './browsers.ts'
import { withoutLineInClass } from './busted.ts'
import { isExpectedByBoost, isWarning } from './cpp.ts'
import { isCancelled } from './erlang.ts'
import { buildMessage } from '../json/outcome-builder.ts'
import { lastLines } from '../text/last-lines.ts'
import { parseSeconds } from '../xml/duration.ts'
import type { Message, Outcome, Property } from '../outcome.ts'
import { type Attributes, type Element, longestXmlText } from '../xml/index.ts'

/** A `<testcase>` that is being read: its outcome so far, and how many characters of its text may still be kept. */
export type CaseInProgress = {
  outcome: Omit<Outcome, 'messages' | 'properties'> & { messages: Message[]; properties: Property[] }
  room: number
  /** Node's runner marks it as a todo: it is expected to fail for now. */
  todo: boolean
  /**
   * Whether it is skipped, or was expected to fail. `certain`: the runner says that the failure was expected. `unless failed`: it is
   * skipped only if nothing in it failed, before or after.
   */
  skip: 'no' | 'unless failed' | 'yes' | 'certain'
  /** Its attribute says that it did not run. */
  isNotRun: boolean
  /** Its attribute says that it was not reached. */
  isUntested: boolean
  /** Its id is a number, as node-tap writes it. */
  isNumbered: boolean
  /** Its suite counts something in it as a failure, however it ends. */
  isCounted: boolean
  /** The end of its output to stdout and to stderr. */
  output: { out: string; err: string }
}

type Place = { suite: readonly string[]; report: string; line: number }

/** Begins a test from the attributes of its `<testcase>`. It passed, unless an attribute or a child element says otherwise. */
export const beginCase = (attributes: Attributes, { suite, report, line }: Place): CaseInProgress => {
  const { name: title = '', classname, group, file, time, status, result, id = '' } = attributes
  const around = suite.at(-1)
  const { name, isFlaky } = isOfTestCafe(around) ? titleOfTestCafe(title) : { name: title, isFlaky: false }
  const ending = endingIn(status) ?? endingIn(result)
  return {
    outcome: {
      name: name || classname || '',
      suite,
      // Common Test has no classes, but runs a test once in each of its groups. DECISIONS 485
      classname: withoutLineInClass(withoutVersionInClass(classname || group || '', around), around) || undefined,
      file: file || undefined,
      result: ending?.result ?? 'passed',
      error: ending?.error ?? false,
      flaky: isFlaky,
      messages: [],
      properties: [],
      seconds: parseSeconds(time),
      report,
      line,
    },
    room: longestXmlText,
    todo: false,
    skip: 'no',
    isNotRun: status === 'notrun',
    isUntested: status === 'untested',
    isNumbered: /^\d+$/.test(id),
    isCounted: countedByNUnit.test(status ?? ''),
    output: { out: '', err: '' },
  }
}

/** Adds an element in the `<testcase>`: a verdict with its message, a property, or output. */
export const addMessage = (test: CaseInProgress, element: Element): void => {
  const { outcome } = test
  const { name, message, type, value } = element.attributes
  const text = element.text.trim()
  if (element.name === 'property') {
    if (name) keep(test, outcome.properties, { name, value: value ?? text })
    // node-tap has no element for a skip or a todo. DECISIONS 530
    if (test.isNumbered && (name === 'skip' || name === 'todo') && !denies.test(value ?? text)) skipUnlessFailed(test)
    return
  }
  if (element.name === 'system-out' || element.name === 'system-err') return takeOutput(test, element.name, text)
  const isSkip = skips.includes(element.name)
  test.isCounted ||= !isSkip
  if (isWarning(element)) return
  if (element.name.startsWith('flaky')) outcome.flaky = true
  else if (isSkip) {
    const isFailure = (test.isNotRun && unrunnable.test(message ?? '')) || isCancelled(outcome, element)
    if (isFailure) Object.assign(outcome, { result: 'failed', error: true })
    else if (expected.test(message ?? '')) test.skip = 'certain'
    else if (element.name === 'aborted') skipUnlessFailed(test)
    else if (outcome.result !== 'failed' && test.skip !== 'certain') test.skip = 'yes'
    test.todo ||= type === 'todo'
  } else outcome.result = 'failed'
  if (errors.includes(element.name)) outcome.error = true
  for (const one of buildMessage({ message, type, text })) keep(test, outcome.messages, one)
}

/**
 * Returns the outcome of a test once all of it is read: it is flaky only if it passed in the end, and a todo counts as skipped.
 * DECISIONS 45
 */
export const end = (test: CaseInProgress): Outcome => {
  const { outcome, todo, skip, output } = test
  // DECISIONS 88: a failure after `<skipped>` was expected; an error is that of a teardown.
  const isOfBoost = isExpectedByBoost(outcome.messages, output.err)
  // The suite of Boost.Test does not count an expected failure.
  test.isCounted &&= !isOfBoost
  const isPassed = outcome.result === 'passed'
  const skipped =
    todo ||
    isOfBoost ||
    skip === 'certain' ||
    (skip === 'yes' && !outcome.error) ||
    (skip === 'unless failed' && isPassed)
  if (skipped) Object.assign(outcome, { result: 'skipped', error: false })
  outcome.flaky &&= outcome.result === 'passed'
  const isSilent = outcome.result === 'failed' && !outcome.messages.some(({ message, text }) => message || text)
  const wrote = isSilent ? lastLines(output.out || output.err) : ''
  // DECISIONS 89
  if (wrote) {
    const [type] = outcome.messages.flatMap((one) => one.type ?? [])
    outcome.messages = [{ ...(type !== undefined && { type }), text: wrote }]
  }
  return outcome
}

const skipUnlessFailed = (test: CaseInProgress): void => {
  if (test.skip === 'no') test.skip = 'unless failed'
}

// Values that say that a test is not skipped.
const denies = /^(?:false|no|0)$/i

// How Catch2 marks a test that may fail, or should.
const expected = /^TEST_CASE tagged with !/

// The reasons why CTest could not run a test that it should have run; it counts these tests as failed. DECISIONS 380
const unrunnable =
  /^(?:Unable to find executable|Required Files Missing|Fixture dependency failed|Missing Configuration|Insufficient resources)$/

// JUnit 5 begins with a separate output that contains the display name of the test.
const takeOutput = (test: CaseInProgress, name: string, text: string): void => {
  if (!text) return
  const [, title] = /^unique-id: .*\r?\ndisplay-name: (.*)$/.exec(text) ?? []
  if (name === 'system-err') test.output.err ||= text
  else if (title === undefined) test.output.out ||= text
  else if (title !== test.outcome.name) keep(test, test.outcome.properties, { name: displayName, value: title })
}

// TestNG's JUnitXMLReporter calls a disabled test "ignored"; Ant's junitlauncher calls a test whose assumption does not hold "aborted".
// DECISIONS 486, 532
const skips: readonly string[] = ['skipped', 'ignored', 'aborted']

// PHPUnit writes a warning for a test that it could not run.
const errors: readonly string[] = ['error', 'rerunError', 'warning']

// The statuses that NUnit's own stylesheet counts as errors of the suite. DECISIONS 409
const countedByNUnit = /^(?:Inconclusive|Warning)$/

// Some writers (such as GoogleTest and CTest) give the result in an attribute, with or without an element.
const endingIn = (word: string | undefined) => (word === undefined ? undefined : endings.get(word.toLowerCase()))

const endings = new Map<string, Pick<Outcome, 'result' | 'error'>>([
  ...['notrun', 'skipped', 'suppressed', 'disabled', 'ignored', 'pending', 'undefined'].map(
    (word) => [word, { result: 'skipped', error: false }] as const,
  ),
  ...['failed', 'failure', 'fail', 'broken', 'timeout', 'aborted', 'crashed'].map(
    (word) => [word, { result: 'failed', error: false }] as const,
  ),
  ['error', { result: 'failed', error: true }],
])

// Cuts the texts to the room that the test has left: their beginning says most.
const keep = <T extends object>(test: CaseInProgress, among: T[], told: T): void => {
  if (test.room <= 0) return
  const cut = Object.entries(told).map(([key, text]: [string, string]) => {
    const kept = text.slice(0, test.room)
    test.room -= kept.length
    return [key, kept]
  })
  among.push(Object.fromEntries(cut) as T)
}
