import { phraseOf, type ResultName } from '../../contract/vocabulary.ts'
import { counted } from '../../output/text/count.ts'
import { type ResultCounts } from './counts.ts'

/** The conditions for a run: results that no test may have, and how many tests may fail or must pass. */
export type Gate = {
  results: readonly ResultName[]
  maxFailed: number | undefined
  /** In percent of all tests, with six decimals at most. */
  minPassed: number | undefined
}

/** Whether a gate is met; if not, every reason in words. */
export type Verdict = { met: boolean; reasons: string[] }

/** Judges a run, or a milestone, by a gate. One that has no tests meets no gate: nothing was tested. DECISIONS 41 */
export const judgeGate = (counts: ResultCounts, gate: Gate, what: 'run' | 'milestone' = 'run'): Verdict => {
  const reasons = counts.total === 0 ? [`the ${what} has no tests: nothing was tested`] : reasonsOf(counts, gate)
  return { met: reasons.length === 0, reasons }
}

const reasonsOf = (counts: ResultCounts, { results, maxFailed, minPassed }: Gate): string[] => {
  const { total, passed, failed } = counts
  return [
    ...results.flatMap((result) => (counts[result] > 0 ? `${counted(counts[result])} ${phraseOf[result]}` : [])),
    ...(maxFailed !== undefined && failed > maxFailed ? [`${counted(failed)} failed, at most ${maxFailed} may`] : []),
    ...(minPassed !== undefined && !reaches({ passed, total, minPassed })
      ? [`${passed} of ${counted(total)} passed, at least ${minPassed}% must`]
      : []),
  ]
}

// Whole numbers on both sides, so that nothing is rounded: 99.99% of 10,001 tests are not 99.99% of 10,000.
const reaches = ({ passed, total, minPassed }: { passed: number; total: number; minPassed: number }): boolean =>
  BigInt(passed) * 100n * million >= BigInt(Math.round(minPassed * Number(million))) * BigInt(total)

const million = 1_000_000n
