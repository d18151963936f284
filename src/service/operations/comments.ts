import { randomUUID } from 'node:crypto'
import type { Api } from '../../contract/index.ts'
import { NotFoundError, RejectedError } from '../../errors.ts'
import { bytesIn } from '../../store/sizes.ts'
import type { Queries } from '../../store/tables.ts'
import { type Caller, markCreated } from '../caller.ts'
import { deleteRow } from '../rows/deletion.ts'
import { toComment } from '../resources/index.ts'
import { rowBytes } from '../rows/room.ts'

/** Comments on cases and on tests. They are read as a relation of those. DECISIONS 20 */
export const createComments = (caller: Caller): Api['comments'] => ({
  create: ({ resourceId, content }) =>
    caller.store.write(async (queries) => {
      const owner = await ownerOf(queries, resourceId)
      const { last, count, bytes } = await queries
        .selectFrom('comments')
        .select(({ fn }) => [
          fn.max('position').as('last'),
          fn.countAll().as('count'),
          fn.sum(bytesIn('content')).as('bytes'),
        ])
        .where(owner, '=', resourceId)
        .executeTakeFirstOrThrow()
      // They can be read together only. DECISIONS 8
      if (Number(bytes ?? 0) + Number(count) * rowBytes + Buffer.byteLength(content) > mostComments)
        throw new RejectedError(`the comments on this have ${mostComments} bytes, and no more are taken`, {
          status: 409,
          hint: 'delete some of them first',
        })
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

const mostComments = 1024 * 1024

const ownerOf = async (queries: Queries, id: string): Promise<'case_id' | 'test_id'> => {
  if (await queries.selectFrom('tests').select('id').where('id', '=', id).executeTakeFirst()) return 'test_id'
  if (await queries.selectFrom('cases').select('id').where('id', '=', id).executeTakeFirst()) return 'case_id'
  throw new NotFoundError(`there is no case and no test ${id}`, { status: 404 })
}
