import type { Api } from '../../contract/index.ts'
import { RejectedError } from '../../errors.ts'
import type { Queries } from '../../store/table-types.ts'
import { type Caller, markCreated, markUpdated } from '../caller.ts'
import { newId } from '../rows/new-id.ts'
import { changedFields } from '../rows/changed-fields.ts'
import { deleteProject } from '../rows/deletion.ts'
import { getRow } from '../rows/lookup.ts'
import { endAfter, readMatching } from '../rows/list-page.ts'
import { presentProjects } from '../resources/relations.ts'
import { toProject } from '../resources/index.ts'
import { readWithin } from '../rows/answer-size.ts'

/** Creates the operations on projects. They are listed in the order of their creation; every key sees all of them. DECISIONS 4, 17, 18 */
export const createProjects = (caller: Caller): Api['projects'] => ({
  list: (request) =>
    readWithin(caller, { of: 'projects.list', request }, async (queries, room) => {
      const { relations, ...asked } = request
      const { rows, pagination } = await readMatching(queries.selectFrom('projects'), { noun: 'projects', asked, room })
      const projects = await presentProjects(queries, rows, { asked: relations, room })
      return { projects, pagination: endAfter(pagination, projects.length) }
    }),

  create: ({ name, identifier, icon, color }) =>
    caller.store.write(async (queries) => {
      await refuseTaken(queries, identifier)
      const { last } = await queries
        .selectFrom('projects')
        .select(({ fn }) => fn.max('position').as('last'))
        .executeTakeFirstOrThrow()
      const position = Number(last ?? 0) + 1
      const row = { id: newId(), position, name, identifier, icon, color, ...markCreated(caller) }
      return {
        project: toProject(await queries.insertInto('projects').values(row).returningAll().executeTakeFirstOrThrow()),
      }
    }),

  update: ({ projectId, name, identifier, icon, color }) =>
    caller.store.write(async (queries) => {
      const row = await getRow(queries, 'projects', projectId)
      const changes = changedFields({ name, identifier, icon, color })
      if (!changes) return { project: toProject(row) }
      if (identifier !== undefined && identifier !== row.identifier) await refuseTaken(queries, identifier)
      const marked = { ...changes, ...markUpdated(caller) }
      await queries.updateTable('projects').set(marked).where('id', '=', projectId).execute()
      return { project: toProject({ ...row, ...marked }) }
    }),

  delete: ({ projectId }) => deleteProject(caller, projectId),
})

const refuseTaken = async (queries: Queries, identifier: string): Promise<void> => {
  const taken = await queries
    .selectFrom('projects')
    .select('id')
    .where('identifier', '=', identifier)
    .executeTakeFirst()
  if (!taken) return
  throw new RejectedError(`there is a project ${identifier} already`, { status: 409 })
}
