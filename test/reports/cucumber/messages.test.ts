import { describe, expect, test } from 'vitest'
import { readWhole } from '../reading.ts'

describe("Cucumber's messages whose run failed", () => {
  const steps = (status: string) => [
    { gherkinDocument: { feature: { name: 'shop', children: [] } } },
    { pickle: { id: 'p', name: 'pays', steps: [{ id: 's', text: 'a shop' }] } },
    { testCase: { id: 'c', pickleId: 'p', testSteps: [{ id: 't', pickleStepId: 's' }] } },
    { testCaseStarted: { id: '1', testCaseId: 'c' } },
    { testStepFinished: { testCaseStartedId: '1', testStepId: 't', testStepResult: { status } } },
    { testCaseFinished: { testCaseStartedId: '1' } },
  ]
  const messages = (status: string, success: boolean) =>
    [...steps(status), { testRunFinished: { success } }].map((message) => JSON.stringify(message)).join('\n')
  const failed = 'results may be missing: it says that it failed, and no result is a failure'

  test.for<[string, boolean, string[]]>([
    ['PENDING', false, [failed]],
    ['PASSED', false, [failed]],
    ['PENDING', true, []],
    ['FAILED', false, []],
  ])('are not called passed: a step that is %s, success: %s', async ([status, success, expected]) => {
    const { dropped } = await readWhole(messages(status, success))
    expect(dropped.map(({ reason }) => reason)).toEqual(expected)
  })
})
