import { randomUUID } from 'node:crypto'
import { UnauthorizedError, UnavailableError } from '../../errors.ts'
import { preparedFor } from '../../store/prepared.ts'
import type { Work } from '../../store/joint-work.ts'
import type { Caller } from '../caller.ts'
import type { Queries } from '../../store/table-types.ts'
import { idsOf } from './chunks.ts'
import { asOne, notFound } from './lookup.ts'
import { countSpans } from './page-index.ts'

type Deletion = { ok: true; requestId: string; duration: number }

/**
 * Deletes something and answers as every delete does; the duration is in milliseconds. Before `work`, `first` runs in one transaction
 * after another until it returns false. DECISIONS 10
 */
export const answerDeletion = async (
  { store, requestId = randomUUID() }: Caller,
  work: Work<unknown>,
  first?: Work<boolean>,
): Promise<Deletion> => {
  const start = performance.now()
  let hasBegun = false
  try {
    while (first && (await store.write(first))) hasBegun = true
    await store.write(work)
  } catch (error) {
    throw hasBegun ? cutOff(error) : error
  }
  return { ok: true, requestId, duration: Math.round(performance.now() - start) }
}

// 503, or 401 for a key that was revoked meanwhile, would say that nothing was done. DECISIONS 23, 540
const cutOff = (error: unknown): unknown => {
  if (!(error instanceof UnavailableError || error instanceof UnauthorizedError)) return error
  const reason = error instanceof UnauthorizedError ? 'the key is no longer valid' : error.message
  return new UnavailableError(`a part of it is deleted: ${reason}`, { ...error.details, status: 500 })
}

/** Deletes a project and the rows that depend on it. Of a large project, some runs at a time are deleted first. DECISIONS 7, 364 */
export const deleteProject = (caller: Caller, id: string): Promise<Deletion> =>
  answerDeletion(
    caller,
    async (queries) => {
      const { numDeletedRows } = await queries.deleteFrom('projects').where('id', '=', id).executeTakeFirst()
      if (numDeletedRows === 0n) throw notFound('projects', id)
    },
    (queries) => deleteOldestRuns(queries, id),
  )

/**
 * Deletes the oldest runs of a project, with about `testsAtOnce` tests, and returns true. Deletes nothing and returns false if the
 * project has no more than that.
 */
const deleteOldestRuns = async (queries: Queries, projectId: string): Promise<boolean> => {
  const runs = await queries
    .selectFrom('runs')
    .select(['id', 'display_id', 'total'])
    .where('project_id', '=', projectId)
    .orderBy('display_id')
    .limit(runsAtOnce)
    .execute()
  let tests = 0
  const fitting = runs.filter(({ total }) => (tests += total) <= testsAtOnce).length
  if (fitting === runs.length && fitting < runsAtOnce) return false
  const gone = runs.slice(0, Math.max(1, fitting))
  await queries.deleteFrom('runs').where('id', 'in', idsOf(gone)).execute()
  const displayIds = gone.map((run) => run.display_id)
  await countSpans(queries, { noun: 'runs', ownerId: projectId }, { displayIds, by: -1 })
  return true
}

// About a second's work for a database with a slow disk.
const testsAtOnce = 10_000
const runsAtOnce = 1000

/** Deletes one row that is in a list of its project, and with it the rows that depend on it. DECISIONS 7 */
export const deleteListed = (caller: Caller, noun: 'cases' | 'runs', id: string): Promise<Deletion> =>
  answerDeletion(caller, async (queries) => {
    const [gone] = await deleteRow(noun, queries, { id })
    if (!gone) throw notFound(noun, id)
    await countSpans(queries, { noun, ownerId: gone.project_id }, { displayIds: [gone.display_id], by: -1 })
  })

const deleteRow = preparedFor(
  (noun: 'cases' | 'runs') =>
    (queries, { id }: { id: string }) =>
      queries.deleteFrom(asOne(noun)).where('id', '=', id).returning(['project_id', 'display_id']),
)
