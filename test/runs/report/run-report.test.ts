import { expect, test } from 'vitest'
import { reportOfRun } from '../../../src/runs/report/run-report.ts'
import { sentenceOf } from '../../../src/runs/report/sentence.ts'
import { runWith, toldBy } from './reported.ts'

const counts = (passed: number, failed: number, inProgress = 0, untested = 0) => ({
  total: passed + failed + inProgress + untested,
  passed,
  failed,
  inProgress,
  untested,
})

test.for([
  [counts(57, 3), undefined, '3 of 60 failed'],
  [counts(57, 3), { worse: 2, fixed: 0 }, '3 of 60 failed; 2 of them new since WEB-R6'],
  [counts(57, 3), { worse: 3, fixed: 1 }, '3 of 60 failed; all of them new, 1 fixed since WEB-R6'],
  [counts(57, 3), { worse: 0, fixed: 0 }, '3 of 60 failed; none of them new since WEB-R6'],
  [counts(9, 1), { worse: 1, fixed: 0 }, '1 of 10 failed; it is new since WEB-R6'],
  [counts(10, 0), { worse: 0, fixed: 2 }, 'All 10 passed; 2 fixed since WEB-R6'],
  [counts(1, 0), undefined, 'The only test passed'],
  [counts(5, 1, 2, 1), undefined, '1 of 9 failed; 3 still open'],
  [counts(5, 0, 2, 1), undefined, '5 of 8 passed so far; 3 still open'],
  [counts(0, 0, 0, 4), undefined, 'None of 4 tested yet'],
  [counts(0, 0), undefined, 'No tests: nothing was tested'],
] as const)('a run in a sentence: %j', ([results, changed, said]) =>
  expect(sentenceOf(results, changed && { ...changed, since: 'WEB-R6' })).toBe(said),
)

const state = runWith([
  { result: 'passed' },
  {
    result: 'failed',
    assignedTo: 'ana',
    comments: [toldBy('expected 1, got 2\n    at pay.js:3'), 'I look into it.'],
    steps: ['Pay'],
  },
  { result: 'failed', comments: ['The proxy was down.\nAgain.'] },
  { result: 'inProgress', assignedTo: 'ben' },
  { result: 'untested' },
])

test('what failed is told with its comments, its steps and the first line of why', () => {
  const { failed, inProgress, untested, passed, results } = reportOfRun(state)
  expect(results).toEqual({ total: 5, passed: 1, failed: 2, inProgress: 1, untested: 1 })
  expect(failed.map(({ identifier, message, assignedTo }) => [identifier, message, assignedTo])).toEqual([
    ['WEB-T2', 'expected 1, got 2', 'ana'],
    ['WEB-T3', 'The proxy was down.', ''],
  ])
  expect(failed[0]?.steps).toEqual([{ action: 'Pay', expectation: 'It works' }])
  expect(failed[0]?.comments.map(({ content }) => content)).toEqual([
    'Login › pays — failed (report.xml:5)\nexpected 1, got 2\n    at pay.js:3',
    'I look into it.',
  ])
  expect(inProgress.map(({ name, tests }) => [name, tests.length])).toEqual([['ben', 1]])
  expect(untested.map(({ name, tests }) => [name, tests.length])).toEqual([['', 1]])
  expect(passed.map(({ identifier }) => identifier)).toEqual(['WEB-T1'])
})

test('what passed in the end is not told with why it failed before', () => {
  const { passed } = reportOfRun(runWith([{ result: 'passed', comments: [toldBy('expected 1, got 2')] }]))
  expect(passed.map(({ message }) => message)).toEqual([null])
})

test('what changed since another run is told, and which failures are new', () => {
  const before = runWith([{ result: 'failed' }, { result: 'passed' }, { result: 'failed' }, { result: 'untested' }], {
    run: 'WEB-R6',
  })
  const report = reportOfRun(state, { since: before })
  expect(report.sentence).toBe('2 of 5 failed; 1 of them new, 1 fixed since WEB-R6; 2 still open')
  expect(report.changes?.tests.map(({ identifier, kind }) => [identifier, kind])).toEqual([
    ['WEB-T2', 'newlyFailing'],
    ['WEB-T3', 'stillFailing'],
    ['WEB-T1', 'fixed'],
    ['WEB-T4', 'changed'],
    ['WEB-T5', 'added'],
  ])
  expect(report.failed.map(({ change }) => change)).toEqual(['newlyFailing', 'stillFailing'])
})

test('the time of what was never tested is no time of a result', () => {
  expect(reportOfRun(state).facts).toMatchObject({
    firstChange: '2026-01-02T03:04:05.000Z',
    lastChange: '2026-01-02T03:04:08.000Z',
  })
  expect(reportOfRun(runWith([{ result: 'untested' }])).facts).toMatchObject({ firstChange: null, lastChange: null })
})
