import type { ResultName } from '../../contract/vocabulary.ts'
import type { NamedRun } from '../line-parts.ts'

/** A test of a case: the run that it is in, and what it holds; when that was, in milliseconds since 1970. */
export type HistoryEntry = {
  run: NamedRun
  test: { id: string; identifier: string | undefined; name: string }
  result: ResultName
  by: string
  at: number | undefined
  assignedTo: string
}

/** How a case has fared: shares are from 0 to 1, and null where there is nothing to take them from. */
export type CaseStatistics = {
  counts: Record<ResultName | 'total', number>
  /** Of the results that are passed or failed, how many are passed. */
  passRate: number | null
  flakiness: number | null
  /** The last of these results, since which test it is so, and how many in a row. */
  streak: { result: 'passed' | 'failed'; since: HistoryEntry; length: number } | null
  lastFailure: HistoryEntry | null
}

/** What the tests of a case come to; the oldest of them stands first. */
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
 * How restless results are: of those that follow another, the share that differs from it. 0 where none does, 1 where each
 * does; null of fewer than two, which say nothing. DECISIONS 75
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
