import type { ResultName } from '../../contract/vocabulary.ts'
import type { NamedRun } from '../line-parts.ts'

/** A test of a case: its run, its result, and when it was last changed (`at`), in milliseconds since 1970. */
export type HistoryEntry = {
  run: NamedRun
  test: { id: string; identifier: string | undefined; name: string }
  result: ResultName
  by: string
  at: number | undefined
  assignedTo: string
}

/** The statistics of a case. Shares are from 0 to 1, and null if there are too few results. */
export type CaseStatistics = {
  counts: Record<ResultName | 'total', number>
  /** The share of passed results among those that are passed or failed. */
  passRate: number | null
  flakiness: number | null
  /** The last result that is passed or failed, the first test of its streak, and how many in a row have it. */
  streak: { result: 'passed' | 'failed'; since: HistoryEntry; length: number } | null
  lastFailure: HistoryEntry | null
}

/** Computes the statistics of a case from its tests, the oldest first. */
export const statisticsOf = (entries: readonly HistoryEntry[]): CaseStatistics => {
  const counts = { total: entries.length, passed: 0, failed: 0, inProgress: 0, untested: 0 }
  for (const { result } of entries) counts[result]++
  const finished = entries.filter(isFinished)
  return {
    counts,
    passRate: finished.length === 0 ? null : counts.passed / finished.length,
    flakiness: flakinessOf(finished.map(({ result }) => result)),
    streak: streakOf(finished),
    lastFailure: entries.findLast(({ result }) => result === 'failed') ?? null,
  }
}

/**
 * Returns how flaky results are: the share of results that differ from the one before. 0 if none does, 1 if each
 * does; null for fewer than two results. DECISIONS 75
 */
export const flakinessOf = (results: readonly ('passed' | 'failed')[]): number | null => {
  if (results.length < 2) return null
  const flips = results.filter((result, at) => at > 0 && result !== results[at - 1])
  return flips.length / (results.length - 1)
}

type Finished = HistoryEntry & { result: 'passed' | 'failed' }

const isFinished = (entry: HistoryEntry): entry is Finished => entry.result === 'passed' || entry.result === 'failed'

const streakOf = (finished: readonly Finished[]): CaseStatistics['streak'] => {
  const last = finished.at(-1)
  if (!last) return null
  const before = finished.findLastIndex(({ result }) => result !== last.result)
  const since = finished[before + 1] ?? last
  return { result: last.result, since, length: finished.length - before - 1 }
}
