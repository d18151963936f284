import { textAsSent } from '../../contract/case-texts.ts'
import type { Api } from '../../contract/index.ts'
import type { TestRun } from '../../contract/models.ts'
import { timeOf } from '../../output/text/time.ts'
import { readRuns } from '../history/read.ts'
import { readMilestone } from '../milestone/index.ts'
import { identifierOf, type Showing } from '../read.ts'
import { readState, type RunState } from '../status/index.ts'
import type { NamedRun } from '../line-parts.ts'
import type { ReportModel, ReportFacts, ReportRun } from './model.ts'
import { reportOfMilestone, reportOfRun } from './run-report.ts'
import { isoOf } from './tests.ts'

/** The project of a report. */
export type ReportProject = { id: string; identifier: string; name: string }

/** How much a report shows: steps and comments of every test if `full`, and the number of runs in its trend. */
export type ReportOptions = {
  full: boolean
  runs: number
  version: string
  stop: AbortSignal
  progress?: Showing | undefined
}

/** A report, and the runs that it is made of. */
export type ReadReport = { report: ReportModel; states: readonly RunState[] }

/** Reads a run and makes its report, compared with the run `since` if given. */
export const readRunReport = async (
  api: Api,
  { run, since, project }: { run: NamedRun; since: NamedRun | undefined; project: ReportProject | undefined },
  { full, runs, version, progress }: ReportOptions,
): Promise<ReadReport> => {
  const [state, before, listed] = await Promise.all([
    readState(api, run, { contents: { full }, progress }),
    since && readState(api, since),
    project ? readRuns(api, project.id) : [],
  ])
  const own = listed.find(({ id }) => id === run.id)
  const upTo = own ? listed.filter(({ displayId }) => displayId <= own.displayId) : []
  const trend = newest(upTo, runs).flatMap((one) => reportRunOf(one, project) ?? [])
  const facts = { ...factsOf(own, project), version }
  return { report: reportOfRun(state, { since: before, trend, facts }), states: [state] }
}

/** Reads a milestone with all tests of its runs, and makes its report. */
export const readMilestoneReport = async (
  api: Api,
  { milestone, runs, project }: { milestone: NamedRun; runs: readonly TestRun[]; project: ReportProject | undefined },
  { full, version, stop, progress }: ReportOptions,
): Promise<ReadReport> => {
  const shown = progress?.('reading runs', runs.length)
  const reading = readMilestone(api, { milestone, runs }, { stop, contents: { full }, onRead: () => shown?.step() })
  const state = await reading.finally(() => shown?.done())
  const created = new Map(runs.map((one) => [one.id, isoOf(timeOf(one.createdAt))]))
  const listed = state.runs.map(({ run, counts }) => ({ ...run, results: counts, at: created.get(run.id) ?? null }))
  const facts = { ...factsOf(undefined, project), version }
  return { report: reportOfMilestone(state, { runs: listed, facts }), states: state.runs }
}

/** Returns the last `most` runs, the oldest first. */
export const newest = (runs: readonly TestRun[], most: number): TestRun[] =>
  runs.toSorted((one, other) => one.displayId - other.displayId).slice(-most)

/** Converts a run for a report; undefined if the service sent no results of it. */
export const reportRunOf = (run: TestRun, project: ReportProject | undefined): ReportRun | undefined => {
  const { id, name, displayId, createdAt, results } = run
  if (!results) return undefined
  const { total, passed, failed, inProgress, untested } = results
  const [identifier] = identifierOf('runs', project?.identifier, displayId)
  return {
    id,
    identifier,
    name,
    at: isoOf(timeOf(createdAt)),
    results: { total, passed, failed, inProgress, untested },
  }
}

const factsOf = (run: TestRun | undefined, project: ReportProject | undefined): Partial<ReportFacts> => ({
  project: project ? { identifier: project.identifier, name: project.name } : null,
  ...(run && { createdBy: textAsSent(run.createdBy), createdAt: isoOf(timeOf(run.createdAt)) }),
})
