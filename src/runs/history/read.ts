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

/** Of which case the tests are wanted, in how many of the newest runs of its project (all where that is undefined). */
export type Wanted = { project: RunProject; caseId: string; limit: number | undefined }

/** The tests of a case, the oldest first; how many runs were looked through, and how many there are. */
export type History = { entries: HistoryEntry[]; runs: number; all: number }

/**
 * Finds the tests of a case. The interface knows no such read, so the tests of runs are read: of many runs in one request,
 * as long as they have not too many tests together, of a large run by pages. `onRead` receives how many runs of how many
 * were read. DECISIONS 76
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

/** Every run of a project. */
export const readRuns = (api: Api, projectId: string): Promise<TestRun[]> => {
  const read = async (page: { limit: number; offset: number }) => {
    const { testRuns, pagination } = await api.runs.list({ projectId, ...page })
    return { rows: testRuns, pagination }
  }
  return readWhole(read, (run) => run)
}

/** Reads a window, and returns the runs that it does not hold: one that is alone, or one that moved meanwhile. */
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

/** None, where a service says that an answer would be larger than it gives: the runs are read by pages then. */
const noneIfTooLarge = (error: unknown): { testRuns: TestRun[] } => {
  if (error instanceof RejectedError && error.status === 413) return { testRuns: [] }
  throw error
}

/** The tests of the case in one run, read by pages; none if the run was deleted meanwhile. */
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

/** A run in the list of its project, and how many tests it has where that is known. */
export type Placed<Run> = { run: Run; position: number; tests: number | undefined }

/** Runs that stand one after the other in the list, from `offset` on, and are read together; one alone without it. */
export type Window<Run> = { offset?: number; runs: readonly Run[] }

/**
 * Parts runs into what one request each can read with all tests: neighbours of the list, so many tests at most together.
 * A run that has more, or of which that is not known, is alone, to be read by pages; one without tests is left out.
 * DECISIONS 76
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
