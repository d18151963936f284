import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ResultName, results } from '../../../src/contract/vocabulary.ts'
import { gather } from '../../../src/runs/milestone/index.ts'
import { readinessOf } from '../../../src/runs/milestone/readiness.ts'
import { stateWith } from '../tests.ts'

const milestone = { id: 'm', identifier: 'WEB-M1', name: 'Release' }
const runOf = (number: number, some: readonly ResultName[]) => {
  const state = stateWith({ login: some })
  return { ...state, run: { ...state.run, identifier: `WEB-R${number}` } }
}
const readiness = (...runs: (readonly ResultName[])[]) =>
  readinessOf(
    gather(
      milestone,
      runs.map((some, at) => runOf(at + 1, some)),
    ),
  )

test('a milestone is ready when every test of every run has passed', () => {
  expect(readiness(['passed'], ['passed', 'passed'])).toEqual({ ready: true, reasons: [], steps: [] })
})

test('what it lacks is said, with the runs that lack most first', () => {
  expect(readiness(['untested', 'passed'], ['failed', 'inProgress', 'untested'], [])).toEqual({
    ready: false,
    reasons: ['1 test failed', '3 tests are open', '1 run has no tests'],
    steps: [
      'fix the 1 failed test: WEB-R2 (1)',
      'finish the 3 tests that are open: WEB-R2 (2), WEB-R1 (1)',
      'add cases to WEB-R3, or take it out',
    ],
  })
})

test('one without runs is not ready', () => {
  expect(readiness()).toMatchObject({ ready: false, reasons: ['it has no test runs'] })
})

test('five runs are named, and how many others there are', () => {
  expect(readiness(...Array.from({ length: 7 }, () => [])).steps).toEqual([
    'add cases to WEB-R1, WEB-R2, WEB-R3, WEB-R4, WEB-R5 and 2 more, or take them out',
  ])
})

test('whatever the runs hold: the counts are their sum, and it is ready only with nothing left to do', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.constantFrom(...results), { maxLength: 5 }), { maxLength: 5 }), (runs) => {
      const state = gather(
        milestone,
        runs.map((some, at) => runOf(at, some)),
      )
      const all = runs.flat()
      expect(state.counts.total).toBe(all.length)
      for (const result of results) expect(state.counts[result]).toBe(all.filter((one) => one === result).length)
      const isReady = runs.length > 0 && runs.every((some) => some.length > 0 && some.every((one) => one === 'passed'))
      const { ready, reasons, steps } = readinessOf(state)
      expect(ready).toBe(isReady)
      expect(reasons.length === 0).toBe(isReady)
      expect(steps.length).toBe(reasons.length)
    }),
  )
})
