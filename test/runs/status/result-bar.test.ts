import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseSymbols } from '../../../src/output/style/symbols.ts'
import { barOf } from '../../../src/runs/status/result-bar.ts'
import type { ResultCounts } from '../../../src/runs/status/counts.ts'

const show = (counts: ResultCounts, env: Record<string, string> = { LANG: 'C.UTF-8' }) =>
  barOf(counts, { symbols: chooseSymbols({ env, platform: 'linux' }), width: 20 })
    .map(({ text }) => text)
    .join('')

test('a bar shows the results in proportion, and one failure among thousands', () => {
  expect(show({ total: 12, passed: 4, failed: 2, inProgress: 1, untested: 5 })).toBe('✓✓✓✓✓✓✗✗✗»----------')
  expect(show({ total: 100_000, passed: 99_999, failed: 1, inProgress: 0, untested: 0 })).toBe('✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✗')
})

test('where the locale is not UTF-8 it is ASCII', () => {
  expect(show({ total: 3, passed: 1, failed: 1, inProgress: 1, untested: 0 }, { LANG: 'C' })).toBe(
    '++++++++xxxxxx>>>>>>',
  )
})

test('it is as long as it should be, whatever there is', () => {
  const some = fc.integer({ min: 0, max: 1_000_000 })
  fc.assert(
    fc.property(some, some, some, some, (passed, failed, inProgress, untested) => {
      const total = passed + failed + inProgress + untested
      fc.pre(total > 0)
      const bar = show({ total, passed, failed, inProgress, untested })
      expect([...bar].length).toBe(20)
      for (const [symbol, count] of [
        ['✓', passed],
        ['✗', failed],
        ['»', inProgress],
        ['-', untested],
      ] as const)
        expect(bar.includes(symbol)).toBe(count > 0)
    }),
  )
})
