import { diff } from '../diff/index.ts'
import type { MilestoneState } from '../milestone/index.ts'
import { readinessOf } from '../milestone/readiness.ts'
import type { RunTest } from '../read.ts'
import type { RunState } from '../status/index.ts'
import type { ReportModel, ReportFacts, ReportRun } from './model.ts'
import { noveltyIn, sentenceOf } from './sentence.ts'
import { reportChanges, groupsOf, isoOf, reportTestOf } from './tests.ts'

/** What a report shows besides the tests themselves, if it is known. */
export type Surroundings = {
  since?: RunState | undefined
  trend?: readonly ReportRun[]
  facts?: Partial<ReportFacts>
}

/** Makes the report of a run from its state. */
export const reportOfRun = (state: RunState, { since, trend = [], facts = {} }: Surroundings = {}): ReportModel => {
  const changes = since ? reportChanges(diff(since, state)) : null
  const kinds = new Map(changes?.tests.map(({ id, kind }) => [id, kind]))
  const show = (test: RunTest) => reportTestOf(test, { change: kinds.get(test.id) })
  const failed = withResult(state.tests, 'failed').map(show)
  return {
    kind: 'run',
    subject: state.run,
    sentence: sentenceOf(state.counts, noveltyIn(changes, failed)),
    results: state.counts,
    gate: state.verdict ?? null,
    steps: [],
    changes,
    runs: [],
    failed,
    inProgress: groupsOf(state.tests, 'inProgress', show),
    untested: groupsOf(state.tests, 'untested', show),
    passed: withResult(state.tests, 'passed').map(show),
    unmatched: state.unmatched ?? [],
    trend,
    flakiest: [],
    facts: { ...noFacts, ...spanOf(state.tests), ...facts },
  }
}

/** Makes the report of a milestone from the states of its runs. Its sentence begins with whether it is ready. */
export const reportOfMilestone = (
  state: MilestoneState,
  { runs, facts = {} }: { runs: readonly ReportRun[]; facts?: Partial<ReportFacts> },
): ReportModel => {
  const holder = new Map(state.runs.flatMap(({ run, tests }) => tests.map((test) => [test, run.identifier ?? run.id])))
  const show = (test: RunTest) => reportTestOf(test, { run: holder.get(test) })
  const { ready, reasons, steps } = readinessOf(state)
  const sentence = sentenceOf(state.counts, undefined)
  return {
    ...reportOfRun(state, { facts }),
    kind: 'milestone',
    sentence: ready
      ? `Ready: ${sentence.toLowerCase()}`
      : state.counts.total === 0
        ? `Not ready: ${reasons.join(', ')}`
        : `Not ready: ${sentence}`,
    steps,
    runs,
    failed: withResult(state.tests, 'failed').map(show),
    inProgress: groupsOf(state.tests, 'inProgress', show),
    untested: groupsOf(state.tests, 'untested', show),
    passed: withResult(state.tests, 'passed').map(show),
  }
}

/** Returns the tests that have this result. */
export const withResult = (tests: readonly RunTest[], result: RunTest['result']): RunTest[] =>
  tests.filter((test) => test.result === result)

const noFacts: ReportFacts = {
  project: null,
  createdBy: '',
  createdAt: null,
  firstChange: null,
  lastChange: null,
  version: '',
}

const spanOf = (tests: readonly RunTest[]): Pick<ReportFacts, 'firstChange' | 'lastChange'> => {
  let [first, last] = [Infinity, -Infinity]
  for (const { updatedAt, result } of tests) {
    if (updatedAt === undefined || result === 'untested') continue
    first = Math.min(first, updatedAt)
    last = Math.max(last, updatedAt)
  }
  return first > last ? { firstChange: null, lastChange: null } : { firstChange: isoOf(first), lastChange: isoOf(last) }
}
