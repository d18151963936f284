import { randomUUID } from 'node:crypto'
import type { Api } from '../contract/index.ts'
import { NotFoundError } from '../errors.ts'
import type { Queries } from '../store/tables.ts'
import { type Caller, markCreated } from './caller.ts'
import { deleteRow } from './deletion.ts'
import { toComment } from './resources.ts'

/** Comments on cases and on tests. They are read as a relation of those. DECISIONS 20 */
export const createComments = (caller: Caller): Api['comments'] => ({
  create: ({ resourceId, content }) =>
    caller.store.write(async (queries) => {
      const owner = await ownerOf(queries, resourceId)
      const { last } = await queries
        .selectFrom('comments')
        .select(({ fn }) => fn.max('position').as('last'))
        .where(owner, '=', resourceId)
        .executeTakeFirstOrThrow()
      const row = {
        id: randomUUID(),
        case_id: null,
        test_id: null,
        [owner]: resourceId,
        position: Number(last ?? 0) + 1,
        content,
        ...markCreated(caller),
      }
      await queries.insertInto('comments').values(row).execute()
      return { comment: toComment(row) }
    }),

  delete: ({ commentId }) => deleteRow(caller, 'comments', commentId),
})

const ownerOf = async (queries: Queries, id: string): Promise<'case_id' | 'test_id'> => {
  if (await queries.selectFrom('tests').select('id').where('id', '=', id).executeTakeFirst()) return 'test_id'
  if (await queries.selectFrom('cases').select('id').where('id', '=', id).executeTakeFirst()) return 'case_id'
  throw new NotFoundError(`there is no case and no test ${id}`, { status: 404 })
}
