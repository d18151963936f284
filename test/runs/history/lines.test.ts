import { expect, test } from 'vitest'
import { chooseSymbols } from '../../../src/output/style/symbols.ts'
import { historyLines } from '../../../src/runs/history/lines.ts'

const symbols = chooseSymbols({ env: { LANG: 'C.UTF-8' }, platform: 'linux' })
const look = { symbols, columns: 80, most: 20, isPlain: true, ago: () => 'just now' }

/** Returns the line about the share of passed tests among the finished tests of a case. */
const shareOf = (passed: number, finished: number): unknown => {
  const statistics = {
    counts: { total: finished, passed, failed: finished - passed, inProgress: 0, untested: 0 },
    passRate: passed / finished,
    flakiness: null,
    streak: null,
    lastFailure: null,
  }
  const lines = historyLines(
    { case: { id: 'c', identifier: 'WEB-C1', name: 'logs in' }, entries: [], statistics, failure: undefined },
    look,
  )
  return lines[1]
}

test.each([
  [0, 3000, '0%'],
  [1, 3000, '0.1%'],
  [1, 3, '33.3%'],
  [2999, 3000, '99.9%'],
  [3000, 3000, '100%'],
])('%i of %i passed are not told as less than any, nor as more than all', (passed, finished, share) => {
  expect(shareOf(passed, finished)).toBe(`  ${passed} of ${finished} finished tests passed (${share})`)
})
