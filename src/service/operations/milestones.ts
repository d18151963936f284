import type { Api } from '../../contract/index.ts'
import { tagOfRuns } from '../../contract/precondition/index.ts'
import type { Queries } from '../../store/table-types.ts'
import { type Caller, markCreated, markUpdated } from '../caller.ts'
import { newId } from '../rows/new-id.ts'
import { idsOf, inChunks } from '../rows/chunks.ts'
import { changedFields } from '../rows/changed-fields.ts'
import { answerDeletion } from '../rows/deletion.ts'
import { getRow, getRowByIdentifier } from '../rows/lookup.ts'
import { getMembers } from '../rows/members.ts'
import { refuseChanged } from '../rows/refuse-changed.ts'
import { takeNumbers } from '../rows/numbering.ts'
import { endAfter, readPage } from '../rows/list-page.ts'
import { presentMilestones } from '../resources/relations.ts'
import { toMilestone } from '../resources/index.ts'
import { readWithin } from '../rows/answer-size.ts'
import { countSpans } from '../rows/page-index.ts'

/** Creates the operations on milestones: groups of test runs. A run belongs to one at most. DECISIONS 13 */
export const createMilestones = (caller: Caller): Api['milestones'] => ({
  list: (request) =>
    readWithin(caller, { of: 'milestones.list', request }, async (queries, room) => {
      const { projectId, relations, ...asked } = request
      await getRow(queries, 'projects', projectId)
      const { rows, pagination } = await readPage(queries, { noun: 'milestones', ownerId: projectId }, { asked, room })
      const milestones = await presentMilestones(queries, rows, { asked: relations, room })
      return { milestones, pagination: endAfter(pagination, milestones.length) }
    }),

  create: ({ projectId, name, testRunIds }) =>
    caller.store.write(async (queries) => {
      const row = {
        id: newId(),
        project_id: projectId,
        display_id: await takeNumbers(queries, { projectId, noun: 'milestones' }),
        name,
        ...markCreated(caller),
      }
      await queries.insertInto('milestones').values(row).execute()
      await countSpans(queries, { noun: 'milestones', ownerId: projectId }, { displayIds: [row.display_id], by: 1 })
      await linkRuns(queries, { milestone: row, testRunIds, caller })
      return { milestone: toMilestone(row) }
    }),

  update: ({ milestoneId, name, testRunIds }, { unchanged } = {}) =>
    caller.store.write(async (queries) => {
      const row = await getRow(queries, 'milestones', milestoneId)
      if (unchanged !== undefined) {
        const runIds = idsOf(await selectRuns(queries, milestoneId))
        refuseChanged('milestone', unchanged, () => tagOfRuns(runIds))
      }
      const changes = changedFields({ name })
      if (!changes && !testRunIds) return { milestone: toMilestone(row) }
      const marked = { ...changes, ...markUpdated(caller) }
      await queries.updateTable('milestones').set(marked).where('id', '=', milestoneId).execute()
      if (testRunIds) await linkRuns(queries, { milestone: row, testRunIds, caller })
      return { milestone: toMilestone({ ...row, ...marked }) }
    }),

  delete: ({ milestoneId }) =>
    answerDeletion(caller, async (queries) => {
      const milestone = await getRow(queries, 'milestones', milestoneId)
      // Its runs stay. DECISIONS 7
      await linkRuns(queries, { milestone, testRunIds: [], caller })
      await queries.deleteFrom('milestones').where('id', '=', milestoneId).execute()
      const list = { noun: 'milestones', ownerId: milestone.project_id } as const
      await countSpans(queries, list, { displayIds: [milestone.display_id], by: -1 })
    }),

  get: (request) =>
    readWithin(caller, { of: 'milestones.get', request }, async (queries, room) => {
      const { identifier, relations } = request
      const row = await getRowByIdentifier(queries, 'milestones', identifier)
      const [milestone] = await presentMilestones(queries, [row], { asked: relations, room })
      return { milestone: milestone! }
    }),
})

const selectRuns = (queries: Queries, milestoneId: string): Promise<{ id: string }[]> =>
  queries.selectFrom('runs').select('id').where('milestone_id', '=', milestoneId).execute()

/** Makes these the milestone's test runs, and no others. Only the runs whose milestone changes are marked as updated. */
const linkRuns = async (
  queries: Queries,
  {
    milestone,
    testRunIds,
    caller,
  }: { milestone: { id: string; project_id: string }; testRunIds: readonly string[]; caller: Caller },
): Promise<void> => {
  const named = await getMembers(queries, {
    noun: 'runs',
    projectId: milestone.project_id,
    ids: testRunIds,
    at: (index) => `testRunIds[${index}]`,
  })
  const linked = await selectRuns(queries, milestone.id)
  const kept = new Set(testRunIds)
  const link = (ids: readonly string[], milestone_id: string | null) =>
    inChunks(ids, (chunk) =>
      queries
        .updateTable('runs')
        .set({ milestone_id, ...markUpdated(caller) })
        .where('id', 'in', chunk)
        .execute(),
    )
  const gone = linked.filter(({ id }) => !kept.has(id))
  const come = named.filter((run) => run.milestone_id !== milestone.id)
  await link(idsOf(gone), null)
  await link(idsOf(come), milestone.id)
}
