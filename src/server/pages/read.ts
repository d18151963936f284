import type { Api } from '../../contract/index.ts'
import type { Project, Test } from '../../contract/models.ts'
import { readPages } from '../../contract/pagination.ts'
import { type ReportRun, reportRunOf } from '../../runs/report/site.ts'
import { newestPageOf, type Paging } from './paging.ts'
import { testsOfRun } from '../../contract/pages/tests-of-run.ts'

/** Finds the project of an identifier, ignoring case; undefined if it does not exist. */
export const projectNamed = async (api: Api, identifier: string): Promise<Project | undefined> => {
  const listing = readPages(async (page) => {
    const { projects, pagination } = await api.projects.list(page)
    return { rows: projects, pagination }
  })
  for await (const project of listing.rows)
    if (project.identifier.toUpperCase() === identifier.toUpperCase()) return project
  return undefined
}

/** Reads a page of the runs of a project, the newest first; undefined if it is out of range. */
export const readNewestRuns = async (
  api: Api,
  project: Project,
  { page = 1, size }: { page?: number; size: number },
): Promise<{ runs: ReportRun[]; paging: Paging; total: number } | undefined> => {
  const { total } = (await api.runs.list({ projectId: project.id, limit: 1 })).pagination
  const paging = newestPageOf(page, { total, size })
  if (!paging) return undefined
  const { offset, limit } = paging
  const { testRuns } = total === 0 ? { testRuns: [] } : await api.runs.list({ projectId: project.id, offset, limit })
  return { runs: testRuns.toReversed().flatMap((run) => reportRunOf(run, project) ?? []), paging, total }
}

/**
 * Reads the tests of a page of a run with their comments, and maps each with `toRow`. This may take several requests, because the
 * service may return fewer tests than requested. DECISIONS 83
 */
export const readTestsOfPage = async <Row>(
  api: Api,
  testRunId: string,
  { offset, limit }: Pick<Paging, 'offset' | 'limit'>,
  toRow: (test: Test) => Row,
): Promise<Row[]> => {
  const read = testsOfRun(api, testRunId, ['comments'])
  const rows: Row[] = []
  for await (const test of readPages(read, { offset, limit }).rows) rows.push(toRow(test))
  return rows
}
