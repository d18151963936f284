import { batch } from '../../system/async/batch.ts'
import type { Api } from '../../contract/index.ts'
import type { Test, TestRun } from '../../contract/models.ts'
import { pageSize } from '../../contract/vocabulary.ts'
import { NotFoundError, RejectedError } from '../../errors.ts'
import { readWhole } from '../../contract/pagination.ts'
import { timeOf } from '../../output/text/time.ts'
import { identifierOf, type RunProject } from '../read.ts'
import type { HistoryEntry } from './statistics.ts'
import { testsOfRun } from '../../contract/pages/tests-of-run.ts'

/** The case whose tests are wanted, and in how many of the newest runs of its project (undefined: in all). */
export type Wanted = { project: RunProject; caseId: string; limit: number | undefined }

/** The tests of a case, the oldest first; how many runs were searched, and how many there are. */
export type History = { entries: HistoryEntry[]; runs: number; all: number }

/**
 * Finds the tests of a case. The interface has no request for this, so the tests of runs are read: those of many
 * runs in one request, if they do not have too many tests together, those of a large run by pages. `onRead` gets
 * how many runs were just read, and how many are to be read. DECISIONS 76
 */
export const readHistory = async (
  api: Api,
  { project, caseId, limit }: Wanted,
  { stop, onRead }: { stop: AbortSignal; onRead: (runs: number, all: number) => void },
): Promise<History> => {
  const listed = await readRuns(api, project.id)
  const chosen = listed
    .map((run, position) => ({ run, position, tests: run.results?.total }))
    .toSorted((one, other) => other.run.displayId - one.run.displayId)
    .slice(0, limit)
  const windows = windowsOf(chosen, { mostTests: 2000, mostRuns: pageSize.maximum })
  const found = new Map<string, readonly Test[]>()
  const readWindow = async (window: Window<TestRun>): Promise<void> => {
    const missing = await readTogether(api, window, { project, caseId, found })
    for (const run of missing) found.set(run.id, await readAlone(api, run, caseId))
    onRead(window.runs.length, chosen.length)
  }
  const parts = await batch(windows, readWindow, { concurrency: 4, stop, isFatal: () => true })
  for (const { error } of parts.failed) throw error
  stop.throwIfAborted()
  const entries = chosen
    .toReversed()
    .flatMap(({ run }) => (found.get(run.id) ?? []).map((test) => entryOf(test, { run, project })))
  return { entries, runs: chosen.length, all: listed.length }
}

/** Reads every run of a project. */
export const readRuns = (api: Api, projectId: string): Promise<TestRun[]> => {
  const read = async (page: { limit: number; offset: number }) => {
    const { testRuns, pagination } = await api.runs.list({ projectId, ...page })
    return { rows: testRuns, pagination }
  }
  return readWhole(read, (run) => run)
}

/** Reads a window into `found`, and returns the runs that were not in the answer: a run that stands alone, or one that moved meanwhile. */
const readTogether = async (
  api: Api,
  { offset, runs }: Window<TestRun>,
  { project, caseId, found }: { project: RunProject; caseId: string; found: Map<string, readonly Test[]> },
): Promise<readonly TestRun[]> => {
  if (offset === undefined) return runs
  const asked = { projectId: project.id, offset, limit: runs.length, relations: ['tests' as const] }
  const { testRuns } = await api.runs.list(asked).catch(noneIfTooLarge)
  const tests = new Map(testRuns.map((run) => [run.id, run.tests]))
  return runs.filter(({ id }) => {
    const all = tests.get(id)
    if (all) found.set(id, ofCase(all, caseId))
    return !all
  })
}

/** Returns no runs if the service says that its answer would be too large: they are then read by pages. */
const noneIfTooLarge = (error: unknown): { testRuns: TestRun[] } => {
  if (error instanceof RejectedError && error.status === 413) return { testRuns: [] }
  throw error
}

/** Reads the tests of the case in one run by pages; none if the run was deleted meanwhile. */
const readAlone = async (api: Api, { id: testRunId }: TestRun, caseId: string): Promise<Test[]> => {
  try {
    return await readWhole(testsOfRun(api, testRunId), (test) => (test.caseId === caseId ? test : undefined))
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
    return []
  }
}

const ofCase = (tests: readonly Test[], caseId: string): Test[] =>
  tests.filter((test) => test.caseId === caseId).toSorted((one, other) => one.displayId - other.displayId)

const entryOf = (test: Test, { run, project }: { run: TestRun; project: RunProject }): HistoryEntry => ({
  run: { id: run.id, identifier: identifierOf('runs', project.identifier, run.displayId)[0], name: run.name },
  test: { id: test.id, identifier: identifierOf('tests', project.identifier, test.displayId)[0], name: test.name },
  result: test.result,
  by: test.updatedBy ?? '',
  at: timeOf(test.updatedAt),
  assignedTo: test.assignedTo ?? '',
})

/** A run, its position in the list of its project, and how many tests it has if that is known. */
export type Placed<Run> = { run: Run; position: number; tests: number | undefined }

/** Runs that are neighbours in the list, from `offset` on, and are read together; with no `offset`, one run to be read alone. */
export type Window<Run> = { offset?: number; runs: readonly Run[] }

/**
 * Groups runs so that one request can read each group with all its tests: neighbours in the list, with a limit on runs and tests. A
 * run with more tests, or with an unknown number, stands alone and is read by pages. Groups with no tests are left out. DECISIONS 76
 */
export const windowsOf = <Run>(
  placed: readonly Placed<Run>[],
  { mostTests, mostRuns }: { mostTests: number; mostRuns: number },
): Window<Run>[] => {
  const windows: { offset: number; runs: Run[]; tests: number }[] = []
  const alone: Window<Run>[] = []
  for (const { run, position, tests } of placed.toSorted((one, other) => one.position - other.position)) {
    const last = windows.at(-1)
    const isNext = last !== undefined && last.offset + last.runs.length === position && last.runs.length < mostRuns
    if (tests === undefined || tests > mostTests) alone.push({ runs: [run] })
    else if (isNext && last.tests + tests <= mostTests) {
      last.runs.push(run)
      last.tests += tests
    } else windows.push({ offset: position, runs: [run], tests })
  }
  return [...windows.filter(({ tests }) => tests > 0).map(({ offset, runs }) => ({ offset, runs })), ...alone]
}
