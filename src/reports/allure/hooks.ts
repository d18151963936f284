import { jsonFields, jsonList, jsonText } from '../json/value.ts'
import type { Dropped } from '../report-format.ts'
import { firstLine } from '../text/first-line.ts'
import type { AllureAttempt } from './result.ts'

/** A hook that failed, such as one after all tests: what it said, and the attempts that it ran for, where that is told. */
export type HookFailure = { name: string; said: string; children: readonly string[]; report: string; line: number }

/** The hooks that failed, as a container tells them, or the list of errors that concern no single test. */
export const readHooks = (value: unknown, { report, line }: Pick<HookFailure, 'report' | 'line'>): HookFailure[] => {
  const { befores, afters, children, errors } = jsonFields(value)
  const ofContainer = [...jsonList(befores), ...jsonList(afters)].map(jsonFields).flatMap((hook) => {
    const said = firstLine(jsonText(jsonFields(hook['statusDetails'])['message']))
    const name = jsonText(hook['name']) ?? 'a hook'
    const failed = hook['status'] === 'failed' || hook['status'] === 'broken'
    const ids = jsonList(children).flatMap((child) => jsonText(child) ?? [])
    return failed ? [{ name, said, children: ids, report, line }] : []
  })
  const ofRun = jsonList(errors).map((error) => {
    const message = jsonText(jsonFields(error)['message']) ?? ''
    const { name = 'the run', rest = message } = hookAndMessage.exec(message)?.groups ?? {}
    return { name, said: firstLine(rest), children: [], report, line }
  })
  return [...ofContainer, ...ofRun]
}

const hookAndMessage = /^(?<name>["\w ]{1,60}) failed: (?<rest>.*)/s

/** What no attempt tells: hooks that failed though none of their tests did. Each is told once. DECISIONS 454 */
export const unseenHooks = (hooks: readonly HookFailure[], attempts: readonly AllureAttempt[]): Dropped[] => {
  const failed = attempts.filter(isOfAFailure)
  const ids = new Set(failed.map(({ uuid }) => uuid))
  const told = new Set(failed.flatMap(({ outcome }) => outcome.messages.map(({ message }) => firstLine(message))))
  const ofTests = hooks.filter(({ children }) => children.length > 0)
  const unseen = ofTests.filter(({ children }) => !children.some((child) => ids.has(child)))
  for (const { said } of ofTests) told.add(said)
  for (const hook of hooks) {
    if (hook.children.length > 0 || told.has(hook.said)) continue
    told.add(hook.said)
    unseen.push(hook)
  }
  return unseen.map(({ name, said, report, line }) => {
    return { name, reason: `failed outside of its tests: ${said} (in ${report})`, line }
  })
}

// pytest expects a failure of a fixture, too, and its test is skipped then.
const isOfAFailure = ({ outcome }: AllureAttempt): boolean =>
  outcome.result === 'failed' || outcome.messages.some(({ message }) => message?.startsWith('XFAIL'))
