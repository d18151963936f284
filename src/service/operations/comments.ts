import type { Api } from '../../contract/index.ts'
import { NotFoundError, RejectedError } from '../../errors.ts'
import { bytesIn } from '../../store/sizes.ts'
import { prepared, preparedFor } from '../../store/prepared.ts'
import type { Queries, Row } from '../../store/table-types.ts'
import { type Caller, markCreated } from '../caller.ts'
import { newId } from '../rows/new-id.ts'
import { adjustCounters } from '../rows/counters.ts'
import { answerDeletion } from '../rows/deletion.ts'
import { asOne, notFound } from '../rows/lookup.ts'
import { toComment } from '../resources/index.ts'
import { rowBytes } from '../rows/answer-size.ts'

/** Creates the operations on comments on cases and tests. They are read as a relation of those. DECISIONS 20 */
export const createComments = (caller: Caller): Api['comments'] => ({
  create: ({ resourceId, content }) =>
    caller.store.write(async (queries) => {
      const owner = await ownerOf(queries, resourceId)
      const [{ last, count, bytes } = nothing] = await sumUp(owner, queries, { resourceId })
      // All comments of a resource are always read at once, so their size is limited. DECISIONS 8
      if (Number(bytes ?? 0) + Number(count) * rowBytes + Buffer.byteLength(content) > mostComments)
        throw new RejectedError(`the comments on this would be larger than ${mostComments} bytes`, {
          status: 409,
          hint: 'delete some of them first',
        })
      const row = {
        id: newId(),
        case_id: null,
        test_id: null,
        [owner]: resourceId,
        position: Number(last ?? 0) + 1,
        content,
        ...markCreated(caller),
      }
      await insert(queries, row)
      await countChange(queries, row)
      return { comment: toComment(row) }
    }),

  delete: ({ commentId }) =>
    answerDeletion(caller, async (queries) => {
      const [gone] = await deleteOne(queries, { commentId })
      if (!gone) throw notFound('comments', commentId)
      await countChange(queries, gone)
    }),
})

/** Reads the number of comments on a case or test, their bytes, and the position of the last one. */
const sumUp = preparedFor(
  (owner: Owner) =>
    (queries, { resourceId }: { resourceId: string }) =>
      queries
        .selectFrom('comments')
        .select(({ fn }) => [
          fn.max('position').as('last'),
          fn.countAll().as('count'),
          fn.sum(bytesIn('content')).as('bytes'),
        ])
        .where(owner, '=', resourceId),
)

const nothing = { last: 0, count: 0, bytes: 0 }

const insert = prepared((queries, row: Row<'comments'>) => queries.insertInto('comments').values(row))

const deleteOne = prepared((queries, { commentId }: { commentId: string }) =>
  queries.deleteFrom('comments').where('id', '=', commentId).returning(['test_id']),
)

const mostComments = 1024 * 1024

/** Raises the revision of the run whose test has a changed comment; a case is in no run. DECISIONS 227 */
const countChange = async (queries: Queries, { test_id }: { test_id: string | null }): Promise<void> => {
  if (test_id === null) return
  const [test] = await runOf(queries, { test_id })
  if (test) await adjustCounters(queries, test.run_id)
}

const runOf = prepared((queries, { test_id }: { test_id: string }) =>
  queries.selectFrom('tests').select('run_id').where('id', '=', test_id),
)

type Owner = 'case_id' | 'test_id'

const ownerOf = async (queries: Queries, id: string): Promise<Owner> => {
  if ((await findOwner('tests', queries, { id })).length > 0) return 'test_id'
  if ((await findOwner('cases', queries, { id })).length > 0) return 'case_id'
  throw new NotFoundError(`there is no case and no test ${id}`, { status: 404 })
}

const findOwner = preparedFor(
  (noun: 'tests' | 'cases') =>
    (queries, { id }: { id: string }) =>
      queries.selectFrom(asOne(noun)).select('id').where('id', '=', id),
)
