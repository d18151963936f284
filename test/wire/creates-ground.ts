import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Api } from '../../src/contract/index.ts'
import { createService } from '../../src/service/index.ts'
import { openStore, type Store } from '../../src/store/index.ts'
import { statementOf } from '../../src/store/queries.ts'
import { once } from '../../src/system/async/once.ts'

/** The ids of the items that the creates refer to. */
export type Ids = { projectId: string; testRunId: string; caseId: string }

/** Makes a store with the items that the creates refer to. Each service gets a copy, which takes a third of the time of a new store. */
export const template = once(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'testctl-creates-'))
  const store = await openStore(`file:${join(folder, 'template.db')}`)
  const ids = await prepare(createService(store)('ana'))
  const before = await countRows(store)
  await store.close()
  return { folder, ids, before }
})

const prepare = async (api: Api): Promise<Ids> => {
  const { project } = await api.projects.create({ name: 'Web', identifier: 'WEB', icon: '', color: '' })
  const projectId = project.id
  const made = await api.cases.create({ projectId, name: 'Case', preconditions: '', steps: [] })
  const { testRun } = await api.runs.create({ projectId, name: 'Run', caseIds: [] })
  return { projectId, caseId: made.case.id, testRunId: testRun.id }
}

const nouns = ['projects', 'cases', 'runs', 'tests', 'milestones', 'comments']
const counts = `select ${nouns.map((noun) => `(select count(*) from ${noun}) as ${noun}`).join(', ')}`

/** Counts the rows of each noun. */
export const countRows = (store: Store): Promise<Record<string, number>> =>
  store.read(async (queries) => {
    const { rows } = await statementOf(queries)!(counts)
    return (rows as Record<string, number>[])[0]!
  })
