import type { Api } from '../../src/contract/index.ts'
import { noJournal } from '../../src/submission/journal/index.ts'
import type { Outcome } from '../../src/reports/outcome.ts'
import { createService } from '../../src/service/index.ts'
import { openStore } from '../../src/store/index.ts'
import type { SubmissionOptions } from '../../src/submission/index.ts'
import { submit, usualPolicy, usualRules } from '../../src/submission/index.ts'

export { outcome } from './outcome.ts'

/** Creates a real service in memory with the project WEB, which has these cases and a run WEB-R1 of them. */
export const createProject = async (names: readonly string[] = []) => projectIn(await createEmpty(), names)

/** Creates an empty service in memory. */
export const createEmpty = async (): Promise<Api> => {
  const store = await openStore('file::memory:').catch(() => openStore(':memory:'))
  return createService(store)('ana')
}

/** Replaces the projects of a service by a new one, for hundreds of examples: this is faster than a new service. */
export const projectAnew = async (api: Api, names: readonly string[] = []) => {
  for (const { id } of (await api.projects.list({})).projects) await api.projects.delete({ projectId: id })
  return projectIn(api, names)
}

const projectIn = async (api: Api, names: readonly string[]) => {
  const { project } = await api.projects.create({ name: 'Web', identifier: 'WEB', icon: '', color: '' })
  const caseOf = (name: string) => api.cases.create({ projectId: project.id, name, preconditions: '', steps: [] })
  const caseIds = (await Promise.all(names.map(caseOf))).map((made) => made.case.id)
  const { testRun } = await api.runs.create({ projectId: project.id, name: 'Nightly', caseIds })
  return { api, project, caseIds, run: { id: testRun.id, name: testRun.name, displayId: testRun.displayId } }
}

type There = Awaited<ReturnType<typeof createProject>>

/** A policy that creates missing cases. */
export const creating = { ...usualPolicy, unmatched: 'create' as const }

/** Submits results, by default to the run of the project. */
export const submitTo = (
  { api, project, run }: There,
  outcomes: readonly Outcome[],
  order: Partial<SubmissionOptions> = {},
) =>
  submit({
    api,
    reports: [],
    outcomes,
    into: { run, project },
    rules: usualRules,
    policy: usualPolicy,
    mask: (text) => text,
    journal: noJournal,
    dryRun: false,
    stop: new AbortController().signal,
    ...order,
  })

/** Reads the current results of a run by the names of its tests. */
export const resultsOf = async (api: Api, testRunId: string): Promise<Record<string, string>> => {
  const { tests } = await api.tests.list({ testRunId, limit: 1000 })
  return Object.fromEntries(tests.map(({ name, result }) => [name, result]))
}
