import { firstLine } from '../text/first-line.ts'
import type { Taker } from '../report-format.ts'
import { type Fields, jsonFields, jsonList, jsonSeconds, jsonText } from '../json/value.ts'
import { createInterning } from '../interning.ts'
import type { Message, Outcome } from '../outcome.ts'
import { createTextLimit } from '../text-limit.ts'
import { buildMessage, toOutcome } from '../json/outcome-builder.ts'

type Group = { title: string; suite: readonly string[] }
type Test = {
  name: string
  group: Group
  isInGroup: boolean
  file: string | undefined
  platform: string | undefined
  line: number
  began: unknown
  ended: { result: string; hidden: boolean; skipped: boolean; at: unknown } | undefined
  errors: Message[]
  hasFailed: boolean
  isError: boolean
  skip: string
}

/**
 * Collects the suites, groups and tests from the events of Dart test runs. Several runs may follow each other in a report, with the
 * same ids. DECISIONS 566
 */
export const createDartTests = ({ report, found, drop }: Taker) => {
  const suites = new Map<unknown, Fields>()
  const groups = new Map<unknown, Group>()
  const tests = new Map<unknown, Test>()
  const keep = createInterning()
  const cut = createTextLimit()
  let hasBegun = false
  let isWhole = false

  const begin = (test: Fields, began: unknown, line: number): void => {
    const suite = suites.get(test['suiteID'])
    const [inner] = jsonList(test['groupIDs']).slice(-1)
    const group = groups.get(inner) ?? { title: '', suite: [] }
    const { skipReason } = jsonFields(test['metadata'])
    // If the end of a report is missing, so may be the start of the next one.
    const before = tests.get(test['id'])
    if (before) settle(before)
    tests.set(test['id'], {
      name: withoutTitle(jsonText(test['name']) ?? '', group.title),
      group,
      isInGroup: inner !== undefined,
      file: jsonText(suite?.['path']),
      platform: jsonText(suite?.['platform']),
      line,
      began,
      ended: undefined,
      errors: [],
      hasFailed: false,
      isError: false,
      skip: jsonText(skipReason) ?? '',
    })
  }
  const addGroup = (group: Fields): void => {
    const parent = groups.get(group['parentID']) ?? { title: '', suite: [] }
    const title = jsonText(group['name']) ?? ''
    const own = withoutTitle(title, parent.title)
    groups.set(group['id'], { title, suite: own ? [...parent.suite, own] : parent.suite })
  }
  const addError = (test: Test, event: Fields): void => {
    test.hasFailed = true
    if (event['isFailure'] !== true) test.isError = true
    if (test.errors.length >= mostErrors) return
    const error = buildMessage({ message: cut(jsonText(event['error'])), text: cut(jsonText(event['stackTrace'])) })
    for (const message of error) test.errors.push(message)
  }
  const settle = (test: Test): void => {
    const fails = test.hasFailed || (test.ended ? failing.has(test.ended.result) : true)
    if (test.ended?.hidden && !fails) return
    if (isNoTest(test)) {
      const problem = test.errors[0]?.message ?? 'it began and never ended'
      if (fails)
        drop({ reason: `failed outside of its tests: ${firstLine(problem)}`, line: test.line, name: test.name })
    } else found(keep(outcomeOf(test, { fails, report })))
  }
  /** Reports all tests, those that never ended as failed; drops an entry if the run itself never ended. */
  const end = (line: number): void => {
    for (const test of tests.values()) settle(test)
    if (!isWhole) drop({ reason: 'results may be missing: the report ends before the run does', line, name: 'the run' })
  }
  const start = (line: number): void => {
    // The start of the run before may be missing.
    if (hasBegun || tests.size > 0) end(line)
    for (const known of [suites, groups, tests]) known.clear()
    hasBegun = true
    isWhole = false
  }
  return {
    take: (event: Fields, line: number): void => {
      const test = tests.get(event['testID'])
      const type = event['type']
      if (type === 'start') start(line)
      else if (type === 'suite') suites.set(jsonFields(event['suite'])['id'], jsonFields(event['suite']))
      else if (type === 'group') addGroup(jsonFields(event['group']))
      else if (type === 'testStart') begin(jsonFields(event['test']), event['time'], line)
      else if (type === 'done') isWhole = typeof event['success'] === 'boolean'
      else if (!test) return
      else if (type === 'error') addError(test, event)
      else if (type === 'print' && event['messageType'] === 'skip')
        test.skip ||= (cut(jsonText(event['message'])) ?? '').replace(/^Skip(?:: )?/, '')
      else if (type === 'testDone')
        test.ended = {
          result: jsonText(event['result']) ?? '',
          hidden: event['hidden'] === true,
          skipped: event['skipped'] === true,
          at: event['time'],
        }
    },
    end,
  }
}

const mostErrors = 20
const failing = new Set(['failure', 'error'])

// Virtual tests that stand for loading a file, for setup and for teardown.
const isNoTest = ({ name, isInGroup }: Test): boolean =>
  name === '(setUpAll)' || name === '(tearDownAll)' || (!isInGroup && name.startsWith('loading '))

// A name begins with the names of all groups around it.
const withoutTitle = (name: string, title: string): string =>
  title && name.startsWith(`${title} `) ? name.slice(title.length + 1) : name

const outcomeOf = (test: Test, { fails, report }: { fails: boolean; report: string }): Outcome => {
  const { name, group, file, platform, line, began, ended, errors, isError, skip } = test
  const result = fails ? 'failed' : ended?.skipped ? 'skipped' : 'passed'
  const unended = ended ? [] : [{ message: 'it began and never ended', text: '' }]
  return toOutcome({
    name,
    suite: group.suite,
    file,
    result,
    error: isError || !ended || ended.result === 'error',
    messages: result === 'skipped' ? buildMessage({ message: skip }) : [...errors, ...unended],
    properties: platform ? [{ name: 'platform', value: platform }] : [],
    seconds: ended && jsonSeconds(Number(ended.at) - Number(began)),
    report,
    line,
  })
}
