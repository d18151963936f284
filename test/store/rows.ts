import type { Store } from '../../src/store/index.ts'
import type { Queries } from '../../src/store/table-types.ts'

const at = '2026-01-01T00:00:00.000Z'
const audit = { created_at: at, created_by: 'ana', updated_at: at, updated_by: 'ana' }

/** Inserts the row of a project in a transaction. Returns its identifier. */
export const putProject = async (queries: Queries, identifier: string): Promise<string> => {
  const { last } = await queries
    .selectFrom('projects')
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow()
  const row = { ...audit, id: identifier, position: Number(last) + 1, name: 'x', identifier, icon: '', color: '' }
  await queries.insertInto('projects').values(row).execute()
  return identifier
}

export const insertProject = (store: Pick<Store, 'read' | 'write'>, identifier: string): Promise<string> =>
  store.write((queries) => putProject(queries, identifier))

export const listProjects = (store: Pick<Store, 'read' | 'write'>): Promise<string[]> =>
  store.read(async (queries) => {
    const rows = await queries.selectFrom('projects').select('identifier').orderBy('position').execute()
    return rows.map(({ identifier }) => identifier)
  })
