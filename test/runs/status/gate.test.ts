import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gateErrorOf } from '../../../src/commands/shared/runs/gate-error.ts'
import { type Gate, judgeGate } from '../../../src/runs/status/gate.ts'
import type { ResultCounts } from '../../../src/runs/status/counts.ts'

const counts = (passed: number, failed = 0, inProgress = 0, untested = 0): ResultCounts => ({
  total: passed + failed + inProgress + untested,
  passed,
  failed,
  inProgress,
  untested,
})
const gate = (asked: Partial<Gate>): Gate => ({ results: [], maxFailed: undefined, minPassed: undefined, ...asked })

describe('a run meets', () => {
  test.for<[string, ResultCounts, Partial<Gate>]>([
    ['a gate on results that no test has', counts(3, 1), { results: ['untested', 'inProgress'] }],
    ['a gate on failures, when all passed', counts(3), { results: ['failed'], maxFailed: 0, minPassed: 100 }],
    ['--max-failed at the number itself', counts(3, 2), { maxFailed: 2 }],
    ['--min-passed at the percentage itself', counts(999, 1), { minPassed: 99.9 }],
    ['--min-passed 0 without one that passed', counts(0, 4), { minPassed: 0 }],
    ['a percentage that no binary fraction has', counts(7, 93), { minPassed: 7 }],
  ])('%s', ([, held, asked]) => expect(judgeGate(held, gate(asked))).toEqual({ met: true, reasons: [] }))
})

describe('a run does not meet', () => {
  test.for<[string, ResultCounts, Partial<Gate>, string[]]>([
    [
      'a gate on results that tests have, and each is a reason',
      counts(3, 1, 1, 2),
      { results: ['failed', 'inProgress', 'untested'] },
      ['1 test failed', '1 test in progress', '2 tests untested'],
    ],
    ['--max-failed', counts(3, 3), { maxFailed: 2 }, ['3 tests failed, at most 2 may']],
    ['--min-passed', counts(4, 0, 0, 8), { minPassed: 50 }, ['4 of 12 tests passed, at least 50% must']],
    [
      '99.99% by 9,998 of 10,000, though that rounds to 100%',
      counts(9998, 2),
      { minPassed: 99.99 },
      ['9998 of 10000 tests passed, at least 99.99% must'],
    ],
    [
      '100% by all but one of a million',
      counts(999_999, 1),
      { minPassed: 100 },
      ['999999 of 1000000 tests passed, at least 100% must'],
    ],
    [
      'any gate without tests',
      counts(0),
      { results: ['failed'], maxFailed: 3, minPassed: 0 },
      ['the run has no tests: nothing was tested'],
    ],
  ])('%s', ([, held, asked, reasons]) => expect(judgeGate(held, gate(asked))).toEqual({ met: false, reasons }))
})

test('a percentage is compared exactly, whatever the numbers', () => {
  const percent = fc.record({ whole: fc.nat(99), rest: fc.nat(999_999) })
  fc.assert(
    fc.property(fc.nat(100_000), fc.nat(100_000), percent, (passed, failed, { whole, rest }) => {
      fc.pre(passed + failed > 0)
      const minPassed = Number(`${whole}.${String(rest).padStart(6, '0')}`)
      const reached =
        BigInt(passed) * 100_000_000n >= (BigInt(whole) * 1_000_000n + BigInt(rest)) * BigInt(passed + failed)
      expect(judgeGate(counts(passed, failed), gate({ minPassed })).met).toBe(reached)
    }),
  )
})

test('a gate that is not met names the command that lists the tests in question', () => {
  const hintOf = (held: Partial<ReturnType<typeof counts>>) =>
    gateErrorOf({
      run: { id: 'r', identifier: 'WEB-R1', name: 'CI' },
      counts: { ...counts(0), total: 2, ...held },
      tests: [],
      verdict: { met: false, reasons: [] },
    })?.hint
  expect(hintOf({ failed: 1, untested: 1 })).toBe('testctl tests list WEB-R1 --result failed')
  expect(hintOf({ inProgress: 1, untested: 1 })).toBe('testctl tests list WEB-R1 --result untested')
  expect(hintOf({ inProgress: 2 })).toBe('testctl tests list WEB-R1 --result inProgress')
})
