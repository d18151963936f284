import type { ResultName } from '../../contract/vocabulary.ts'
import type { Cell } from '../../output/cells/index.ts'
import type { Symbols } from '../../output/style/symbols.ts'
import { inOrder } from './index.ts'
import { type ResultCounts } from './counts.ts'

/** Draws a bar of `width` signs, in proportion to the results; each result that occurs gets at least one. */
export const barOf = (counts: ResultCounts, { symbols, width }: { symbols: Symbols; width: number }): Cell[] => {
  const present = inOrder.filter((result) => counts[result] > 0)
  const lengths = new Map<ResultName, number>(
    present.map((result) => [result, Math.max(1, Math.floor((counts[result] * width) / counts.total))]),
  )
  // The largest part makes up for the rounding.
  const largest = present.reduce<ResultName>(
    (one, other) => (counts[other] > counts[one] ? other : one),
    present[0] ?? 'passed',
  )
  const rest = width - [...lengths.values()].reduce((sum, length) => sum + length, 0)
  return present.map((result) => ({
    text: symbols[result].repeat((lengths.get(result) ?? 0) + (result === largest ? rest : 0)),
    tone: result,
  }))
}
