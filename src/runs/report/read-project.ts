import { batch } from '../../system/async/batch.ts'
import type { Api } from '../../contract/index.ts'
import { readRuns } from '../history/read.ts'
import { readTestsIfThere } from '../read.ts'
import { countResults, type ResultCounts } from '../status/counts.ts'
import { readState } from '../status/index.ts'
import { type FinishedResults, reportOfProject } from './project-report.ts'
import { newest, type ReadReport, type ReportOptions, type ReportProject, reportRunOf } from './read.ts'

/** The results of a run, counted from its tests. */
type Outcome = { results: ResultCounts; finished: FinishedResults }

/**
 * Reads the last runs of a project and makes their report. Keeps more than results only of the newest run. If
 * the service leaves out the results of a run, its tests are counted. DECISIONS 453
 */
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
  const shown = progress?.('reading runs', chosen.length)
  const outcomes = new Map<string, Outcome>()
  const readOutcomes = async (some: readonly { id: string }[]): Promise<void> => {
    const settled = { concurrency: 4, stop, isFatal: () => true, onSettled: () => shown?.step() }
    const read = await batch(some, ({ id }) => readOutcome(api, id), settled)
    for (const { error } of read.failed) throw error
    stop.throwIfAborted()
    for (const { item, value } of read.done) outcomes.set(item.id, value)
  }
  const readAll = async () => {
    await readOutcomes(chosen.filter(({ results }) => !results))
    const runs = chosen
      .flatMap((run) => reportRunOf({ ...run, results: run.results ?? outcomes.get(run.id)?.results }, project) ?? [])
      .filter(({ results }) => results.total > 0)
    const last = runs.at(-1)
    const earlier = runs.slice(0, -1)
    const [state] = await Promise.all([
      last && readState(api, last, { contents: { full } }),
      readOutcomes(earlier.filter(({ id }) => !outcomes.has(id))),
    ])
    return { runs, state, earlier: earlier.flatMap(({ id }) => outcomes.get(id)?.finished ?? []) }
  }
  const { runs, state, earlier } = await readAll().finally(() => shown?.done())
  const report = reportOfProject(
    { project, newest: state, earlier, runs },
    { project: { identifier: project.identifier, name: project.name }, version },
  )
  return { report, states: state ? [state] : [] }
}

const readOutcome = async (api: Api, testRunId: string): Promise<Outcome> => {
  const tests = await readTestsIfThere(api, testRunId)
  const finished = tests.flatMap(({ caseId, result }) =>
    result === 'passed' || result === 'failed' ? [[caseId, result] as const] : [],
  )
  return { results: countResults(tests), finished: new Map(finished) }
}
