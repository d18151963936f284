import { jsonFields, jsonList, jsonText } from '../json/value.ts'
import type { Dropped } from '../report-format.ts'
import { firstLine } from '../text/first-line.ts'
import type { AllureAttempt } from './result.ts'

/** A failed hook, such as one after all tests: its message, and the ids of the attempts that it ran for, if the report names them. */
export type HookFailure = { name: string; message: string; children: readonly string[]; report: string; line: number }

/** Reads the failed hooks from a container, or from the list of errors that concern no single test. */
export const readHooks = (value: unknown, { report, line }: Pick<HookFailure, 'report' | 'line'>): HookFailure[] => {
  const { befores, afters, children, errors } = jsonFields(value)
  const ofContainer = [...jsonList(befores), ...jsonList(afters)].map(jsonFields).flatMap((hook) => {
    if (hook['status'] !== 'failed' && hook['status'] !== 'broken') return []
    const name = jsonText(hook['name']) ?? 'a hook'
    const message = jsonText(jsonFields(hook['statusDetails'])['message']) ?? ''
    return [{ name, message, children: jsonList(children).flatMap((child) => jsonText(child) ?? []), report, line }]
  })
  const ofRun = jsonList(errors).map((error) => {
    const text = jsonText(jsonFields(error)['message']) ?? ''
    const { name = 'the run', rest = text } = hookAndMessage.exec(text)?.groups ?? {}
    return { name, message: rest, children: [], report, line }
  })
  return [...ofContainer, ...ofRun].filter(({ message }) => !skipOfPlaywright.test(message))
}

const hookAndMessage = /^(?<name>["\w ]{1,60}) failed: (?<rest>.*)/s

// A hook of Playwright that calls test.skip() throws this; it is not a failure.
const skipOfPlaywright = /^(?:Error: )?Test is skipped: /

/**
 * Returns the failed hooks for which no test failed, each once. `tests`: the attempts at each test, the latest first.
 * DECISIONS 454
 */
export const unseenHooks = (hooks: readonly HookFailure[], tests: readonly (readonly AllureAttempt[])[]): Dropped[] => {
  const failed = tests.flat().filter(isOfAFailure)
  const ids = new Set(failed.map(({ uuid }) => uuid))
  const told = new Set(failed.flatMap(({ outcome }) => outcome.messages.map(({ message }) => firstLine(message))))
  const outdated = new Set(tests.flatMap(([, ...earlier]) => earlier.map(({ uuid }) => uuid)))
  // Messages that a test accounts for. Playwright gives the failure that a passed test was expected to have; TestNG and JUnit report a
  // failed hook as a test of its own.
  const settled = new Set(tests.flatMap(([latest]) => (latest ? saidBy(latest) : [])))
  const ofTests = hooks.filter(({ children }) => children.length > 0)
  const unseen = ofTests.filter(
    ({ children, message }) =>
      !children.some((child) => ids.has(child)) &&
      !children.every((child) => outdated.has(child)) &&
      !(message && settled.has(message)),
  )
  for (const { message } of ofTests) told.add(firstLine(message))
  for (const hook of hooks) {
    const said = firstLine(hook.message)
    if (hook.children.length > 0 || told.has(said) || (hook.message && settled.has(hook.message))) continue
    told.add(said)
    unseen.push(hook)
  }
  return unseen.map(({ name, message, report, line }) => {
    return { name, reason: `failed outside of its tests: ${firstLine(message)} (in ${report})`, line }
  })
}

const saidBy = ({ outcome, expected }: AllureAttempt): string[] => [
  ...(expected === undefined ? [] : [expected]),
  ...(outcome.result === 'failed' ? outcome.messages.flatMap(({ message }) => message ?? []) : []),
]

// With pytest, the failure of a fixture may be expected (XFAIL), too; its test is then skipped.
const isOfAFailure = ({ outcome }: AllureAttempt): boolean =>
  outcome.result === 'failed' || outcome.messages.some(({ message }) => message?.startsWith('XFAIL'))
