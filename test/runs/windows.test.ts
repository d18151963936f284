import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Placed, windowsOf } from '../../src/runs/history/read.ts'

const placedAs = (tests: readonly (number | undefined)[]): Placed<number>[] =>
  tests.map((count, position) => ({ run: position, position, tests: count }))
const limits = { mostTests: 100, mostRuns: 4 }

test('neighbours are read together while they have not too many tests', () => {
  expect(windowsOf(placedAs([50, 50, 1, 0, 99]), limits)).toEqual([
    { offset: 0, runs: [0, 1] },
    { offset: 2, runs: [2, 3, 4] },
  ])
})

test('a large run is alone, and so is one of which nothing is known; runs without tests are not read', () => {
  expect(windowsOf(placedAs([101, undefined, 0, 0]), limits)).toEqual([{ runs: [0] }, { runs: [1] }])
})

test('every run with tests is read once, in a window that stands in the list as it says', () => {
  const counts = fc.array(fc.option(fc.nat(150), { nil: undefined }), { maxLength: 30 })
  fc.assert(
    fc.property(counts, fc.func(fc.boolean()), (tests, isChosen) => {
      const chosen = placedAs(tests).filter(({ position }) => isChosen(position))
      const windows = windowsOf(chosen.toReversed(), limits)
      const read = windows.flatMap(({ runs }) => runs)
      expect(new Set(read).size).toBe(read.length)
      for (const one of chosen) if (one.tests !== 0) expect(read).toContain(one.run)
      for (const { offset, runs } of windows) {
        if (offset === undefined) expect(runs.length).toBe(1)
        else {
          expect(runs).toEqual(runs.map((_, at) => offset + at))
          expect(runs.length).toBeLessThanOrEqual(limits.mostRuns)
          expect(runs.reduce((sum, run) => sum + (tests[run] ?? 0), 0)).toBeLessThanOrEqual(limits.mostTests)
        }
      }
    }),
  )
})
