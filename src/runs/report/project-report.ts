import type { DifferenceKind } from '../diff/index.ts'
import { flakinessOf } from '../history/statistics.ts'
import type { RunState } from '../status/index.ts'
import type { FlakyCase, ReportModel, ReportFacts, ReportRun } from './model.ts'
import { reportOfRun, withResult } from './run-report.ts'
import { sentenceOf } from './sentence.ts'
import type { NamedRun } from '../line-parts.ts'

/** The results of a run that are passed or failed, by case. */
export type FinishedResults = ReadonlyMap<string, 'passed' | 'failed'>

/** The last runs of a project. `newest` has all its tests; `earlier` has the results of each case in the others, the oldest run first. */
export type ProjectState = {
  project: NamedRun
  newest: RunState | undefined
  earlier: readonly FinishedResults[]
  runs: readonly ReportRun[]
}

/** Builds the report of the last runs of a project: what failed in the newest, whether that is new, and which cases are flaky. */
export const reportOfProject = (
  { project, newest, earlier, runs }: ProjectState,
  facts: Partial<ReportFacts>,
): ReportModel => {
  const state = newest ?? emptyOf(project)
  const report = reportOfRun(state, { trend: runs, facts })
  const failing = new Map(withResult(state.tests, 'failed').map((test) => [test.id, test.caseId]))
  const failed = report.failed.map((test) => ({ ...test, change: changeOf(failing.get(test.id) ?? '', earlier) }))
  const worse = failed.filter(({ change }) => change === 'newlyFailing').length
  const novelty = earlier.length > 0 && failed.length > 0 ? { worse, fixed: 0, since: 'the runs before' } : undefined
  const sentence = sentenceOf(state.counts, novelty)
  return {
    ...report,
    kind: 'project',
    subject: project,
    sentence: newest
      ? `${nameOf(newest)}, ${runs.length === 1 ? 'the only run' : `the last of ${runs.length} runs`}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
      : 'No runs with tests: nothing was tested',
    runs: runs.toReversed(),
    failed,
    flakiest: flakiestOf(state, earlier),
  }
}

const nameOf = ({ run }: RunState): string => run.identifier ?? run.id

/**
 * Returns the cases of the newest run whose results changed most often over the runs, ten at most. A case that
 * changed only once was broken or mended. DECISIONS 196
 */
const flakiestOf = ({ tests }: RunState, earlier: readonly FinishedResults[]): FlakyCase[] =>
  tests
    .flatMap((test) => {
      const before = earlier.flatMap((results) => results.get(test.caseId) ?? [])
      const own = test.result === 'passed' || test.result === 'failed' ? [test.result] : []
      const results = [...before, ...own]
      const flakiness = flakinessOf(results) ?? 0
      const { content, name, caseId } = test
      const found = { id: caseId, identifier: content?.case, name, flakiness, results }
      return changesIn(found) > 1 ? [found] : []
    })
    .toSorted((one, other) => changesIn(other) - changesIn(one) || other.flakiness - one.flakiness)
    .slice(0, 10)

const changesIn = ({ flakiness, results }: Pick<FlakyCase, 'flakiness' | 'results'>): number =>
  Math.round(flakiness * (results.length - 1))

/** Returns whether a failing case is newly or still failing: the last time that it was tested decides. */
const changeOf = (caseId: string, earlier: readonly FinishedResults[]): DifferenceKind => {
  const last = earlier.findLast((results) => results.has(caseId))?.get(caseId)
  return last === 'failed' ? 'stillFailing' : 'newlyFailing'
}

const emptyOf = (run: NamedRun): RunState => ({
  run,
  counts: { total: 0, passed: 0, failed: 0, inProgress: 0, untested: 0 },
  tests: [],
})
