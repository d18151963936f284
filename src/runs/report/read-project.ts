import { batch } from '../../system/async/batch.ts'
import type { Api } from '../../contract/index.ts'
import { readRuns } from '../history/read.ts'
import { readTests } from '../read.ts'
import { readState } from '../status/index.ts'
import { type FinishedResults, reportOfProject } from './project-report.ts'
import { newest, type ReadReport, type ReportOptions, type ReportProject, reportRunOf } from './read.ts'

/** Reads the last runs of a project, and makes their report. Only of the newest run is more kept than results. */
export const readProjectReport = async (
  api: Api,
  project: ReportProject,
  { full, runs: most, version, stop, progress }: ReportOptions,
): Promise<ReadReport> => {
  const listed = await readRuns(api, project.id)
  const chosen = newest(
    listed.filter(({ results }) => results?.total !== 0),
    most,
  )
  const runs = chosen.flatMap((run) => reportRunOf(run, project) ?? [])
  const last = runs.at(-1)
  const shown = progress?.('reading runs', runs.length)
  const reading = batch(runs.slice(0, -1), (run) => readFinished(api, run.id), {
    concurrency: 4,
    stop,
    isFatal: () => true,
    onSettled: () => shown?.step(),
  })
  const [state, earlier] = await Promise.all([last && readState(api, last, { contents: { full } }), reading]).finally(
    () => shown?.done(),
  )
  for (const { error } of earlier.failed) throw error
  stop.throwIfAborted()
  const finished = new Map(earlier.done.map(({ item, value }) => [item.id, value]))
  const report = reportOfProject(
    { project, newest: state, earlier: runs.slice(0, -1).flatMap(({ id }) => finished.get(id) ?? []), runs },
    { project: { identifier: project.identifier, name: project.name }, version },
  )
  return { report, states: state ? [state] : [] }
}

const readFinished = async (api: Api, testRunId: string): Promise<FinishedResults> => {
  const tests = await readTests(api, testRunId, { project: undefined })
  return new Map(
    tests.flatMap(({ caseId, result }) => (result === 'passed' || result === 'failed' ? [[caseId, result]] : [])),
  )
}
