import { randomUUID } from 'node:crypto'
import type { Noun } from '../../contract/vocabulary.ts'
import type { Work } from '../../store/joint-work.ts'
import type { Caller } from '../caller.ts'
import { asOne, notFound } from './lookup.ts'
import { countSpans } from './page-index.ts'

type Deletion = { ok: true; requestId: string; duration: number }

/** Deletes something and answers as every delete does; the duration is in milliseconds. DECISIONS 10 */
export const answerDeletion = async (
  { store, requestId = randomUUID() }: Caller,
  work: Work<unknown>,
): Promise<Deletion> => {
  const start = performance.now()
  await store.write(work)
  return { ok: true, requestId, duration: Math.round(performance.now() - start) }
}

/** Deletes one row, and with it the rows that depend on it. DECISIONS 7 */
export const deleteRow = (caller: Caller, noun: Noun, id: string): Promise<Deletion> =>
  answerDeletion(caller, async (queries) => {
    const { numDeletedRows } = await queries.deleteFrom(asOne(noun)).where('id', '=', id).executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound(noun, id)
  })

/** The same for a row that is in a list of its project. */
export const deleteListed = (caller: Caller, noun: 'cases' | 'runs', id: string): Promise<Deletion> =>
  answerDeletion(caller, async (queries) => {
    const gone = await queries
      .deleteFrom(asOne(noun))
      .where('id', '=', id)
      .returning(['project_id', 'display_id'])
      .executeTakeFirst()
    if (!gone) throw notFound(noun, id)
    await countSpans(queries, { noun, ownerId: gone.project_id }, { displayIds: [gone.display_id], by: -1 })
  })
