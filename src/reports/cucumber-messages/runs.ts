import { concludeScenario, messagesOf, type ScenarioPart } from '../cucumber/scenario.ts'
import type { Taker } from '../report-format.ts'
import { firstLine } from '../text/first-line.ts'
import { type Fields, jsonFields, jsonText } from '../json/value.ts'
import type { Message } from '../outcome.ts'
import { createTextLimit } from '../text-limit.ts'
import { buildMessage, tagsOf, toOutcome } from '../json/outcome-builder.ts'
import type { createPlan, TestCase } from './plan.ts'

/** A running attempt at a test case. */
type Run = { id: unknown; testCase: TestCase | undefined; line: number; parts: ScenarioPart[] }

/**
 * Reads results from the messages of running test cases. A retried test case is one result; if it passes, it has its earlier failures.
 * DECISIONS 566
 */
export const createPickleRuns = (plan: ReturnType<typeof createPlan>, { report, found, drop }: Taker) => {
  const running = new Map<unknown, Run>()
  const earlier = new Map<unknown, Message[]>()
  const cut = createTextLimit()
  let hasBegun = false
  let hasEnded = false

  const takeStep = ({ testCaseStartedId, testStepId, testStepResult }: Fields): void => {
    const run = running.get(testCaseStartedId)
    const step = run?.testCase?.steps.get(testStepId) ?? { name: '', isStep: true }
    const { status = '', message, duration } = jsonFields(testStepResult)
    const said = String(status).toLowerCase()
    // A hook that was not reached does not decide its scenario.
    if (!run || (!step.isStep && said === 'skipped')) return
    const { seconds, nanos } = jsonFields(duration)
    const time = Number(seconds ?? 0) + Number(nanos ?? 0) / 1e9
    run.parts.push({
      ...step,
      status: said || 'missing',
      seconds: time >= 0 ? time : undefined,
      error: cut(jsonText(message)),
    })
  }
  const endRun = ({ id, testCase, line, parts }: Run, willBeRetried: boolean): void => {
    const { name = '', suite = [], file, tags = [] } = testCase ?? {}
    if (willBeRetried) {
      const known = earlier.get(id) ?? []
      if (known.length < mostMessages) earlier.set(id, [...known, ...messagesOf(parts)])
      return
    }
    const before = earlier.get(id)
    earlier.delete(id)
    plan.forget(id)
    const outcome = concludeScenario({ name, parts, tags }, { report, line, drop })
    if (!outcome) return
    const isFlaky = before !== undefined && outcome.result === 'passed'
    found({ ...outcome, suite, file, flaky: isFlaky, messages: isFlaky ? before : outcome.messages })
  }
  /** Reports test cases that never ended as failed, and drops an entry if the run itself never ended. */
  const end = (line: number): void => {
    for (const { testCase, line: began } of running.values())
      found(
        toOutcome({
          name: testCase?.name ?? '',
          suite: testCase?.suite,
          file: testCase?.file,
          result: 'failed',
          error: true,
          messages: buildMessage({ message: 'it began and never ended' }),
          properties: tagsOf(testCase?.tags ?? []),
          report,
          line: began,
        }),
      )
    if (!hasEnded)
      drop({ reason: 'results may be missing: the report ends before the run does', line, name: 'the run' })
  }
  // Another report may follow one that was cut off, or that ended without one of its test cases.
  const begin = (line: number): void => {
    if (hasBegun || running.size > 0) end(line)
    running.clear()
    earlier.clear()
    hasBegun = true
    hasEnded = false
  }
  return {
    take: (kind: string, message: Fields, line: number): void => {
      const id = message['testCaseStartedId']
      const run = running.get(id)
      if (kind === 'testRunStarted') begin(line)
      else if (kind === 'testCaseStarted') {
        const testCaseId = message['testCaseId']
        running.set(message['id'], { id: testCaseId, testCase: plan.testCase(testCaseId), line, parts: [] })
      } else if (kind === 'testStepFinished') takeStep(message)
      else if (kind === 'testCaseFinished' && run) {
        running.delete(id)
        endRun(run, message['willBeRetried'] === true)
      } else if (kind === 'testRunHookFinished' || kind === 'testRunFinished') {
        const said = jsonText(jsonFields(message['result'] ?? message['exception'])['message'])
        hasEnded ||= kind === 'testRunFinished'
        const failed =
          jsonText(jsonFields(message['result'])['status']) === 'FAILED' || message['exception'] !== undefined
        if (failed) drop({ reason: `failed outside of its tests: ${firstLine(said)}`, line, name: 'the run' })
      }
    },
    end,
  }
}

const mostMessages = 50
