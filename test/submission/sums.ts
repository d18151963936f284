import { expect } from 'vitest'
import type { Summary } from '../../src/submission/index.ts'

/** Checks that the numbers of a summary add up. */
export const addsUp = ({ results, tests }: Summary) => {
  expect(results.matched + results.unmatched).toBe(results.read)
  expect(tests.set + tests.unchanged + tests.skipped + tests.failed + tests.notSent).toBe(tests.matched)
  expect(results.matched + results.shared - results.folded).toBe(tests.matched)
}
