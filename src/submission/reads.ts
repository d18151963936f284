import type { Api } from '../contract/index.ts'
import type { Result } from '../contract/vocabulary.ts'
import { formatIdentifier } from '../identifiers.ts'
import { readPages } from '../pages.ts'
import type { Target } from './match.ts'

/** A test of the run, with what it holds now. */
export type RunTest = Target & {
  caseId: string
  displayId: number
  result: Result
  /** When it was last changed; milliseconds since 1970, where the service said something that can be read. */
  updatedAt: number | undefined
}

/** Every test of a run. With `cases`, a test also goes by the identifier of its case. */
export const readTests = async (
  api: Api,
  testRunId: string,
  { project, cases }: { project: string | undefined; cases: boolean },
): Promise<RunTest[]> => {
  const listing = readPages(async (page) => {
    const answer = await api.tests.list({ testRunId, ...page, ...(cases && { relations: ['case'] }) })
    return { rows: answer.tests, pagination: answer.pagination }
  })
  const tests: RunTest[] = []
  for await (const { id, name, caseId, displayId, result, updatedAt, case: origin } of listing.rows) {
    const identifiers = [
      ...identifierOf('tests', project, displayId),
      ...(origin ? identifierOf('cases', project, origin.displayId) : []),
    ]
    tests.push({ id, name, caseId, displayId, result, updatedAt: timeOf(updatedAt), identifiers })
  }
  return tests
}

const timeOf = (written: string | number): number | undefined => {
  const time = new Date(written).getTime()
  return Number.isNaN(time) ? undefined : time
}

/** Every case of a project. */
export const readCases = async (api: Api, { id: projectId, identifier }: Project): Promise<Target[]> => {
  const listing = readPages(async (page) => {
    const { cases, pagination } = await api.cases.list({ projectId, ...page })
    return { rows: cases, pagination }
  })
  const cases: Target[] = []
  for await (const { id, name, displayId } of listing.rows)
    cases.push({ id, name, identifiers: identifierOf('cases', identifier, displayId) })
  return cases
}

export type Project = { id: string; identifier: string }

/** `WEB-T12`, where the project is known. */
export const identifierOf = (
  noun: 'cases' | 'tests' | 'runs',
  project: string | undefined,
  displayId: number,
): string[] => (project === undefined ? [] : [formatIdentifier({ project, noun, displayId })])
