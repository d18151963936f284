import type { Api } from '../../contract/index.ts'
import type { Queries } from '../../store/table-types.ts'
import { type Caller, markCreated, markUpdated } from '../caller.ts'
import { newId } from '../rows/new-id.ts'
import { idsOf } from '../rows/chunks.ts'
import { changedFields } from '../rows/changed-fields.ts'
import { deleteListed } from '../rows/deletion.ts'
import { getRow, getRowByIdentifier, identifiersOfCases } from '../rows/lookup.ts'
import { getMembers, refuseIds } from '../rows/members.ts'
import { takeNumbers } from '../rows/numbering.ts'
import { endAfter, readPage } from '../rows/list-page.ts'
import { absentCases, placeCases, removeCases } from './add-cases.ts'
import { presentRuns } from '../resources/relations.ts'
import { toRun } from '../resources/index.ts'
import { readWithin } from '../rows/answer-size.ts'
import { countSpans } from '../rows/page-index.ts'

/** Creates the operations on test runs: cases that are tested together. DECISIONS 13 */
export const createRuns = (caller: Caller): Api['runs'] => ({
  list: (request) =>
    readWithin(caller, { of: 'runs.list', request }, async (queries, room) => {
      const { projectId, relations, ...asked } = request
      await getRow(queries, 'projects', projectId)
      const { rows, pagination } = await readPage(queries, { noun: 'runs', ownerId: projectId }, { asked, room })
      const testRuns = await presentRuns(queries, rows, { asked: relations, room })
      return { testRuns, pagination: endAfter(pagination, testRuns.length) }
    }),

  create: ({ projectId, name, milestoneId, caseIds }) =>
    caller.store.write(async (queries) => {
      const run = {
        id: newId(),
        project_id: projectId,
        display_id: await takeNumbers(queries, { projectId, noun: 'runs' }),
        milestone_id: milestoneId ?? null,
        name,
        ...markCreated(caller),
      }
      await checkMilestone(queries, projectId, milestoneId)
      const cases = await getMembers(queries, { noun: 'cases', projectId, ids: caseIds, at: (i) => `caseIds[${i}]` })
      await queries.insertInto('runs').values(run).execute()
      await countSpans(queries, { noun: 'runs', ownerId: projectId }, { displayIds: [run.display_id], by: 1 })
      await placeCases(queries, { run, caseIds: idsOf(cases), caller })
      return { testRun: toRun(await getRow(queries, 'runs', run.id)) }
    }),

  update: ({ testRunId, name, milestoneId, caseIdsToAdd = [], caseIdsToRemove = [] }) =>
    caller.store.write(async (queries) => {
      const run = await getRow(queries, 'runs', testRunId)
      const projectId = run.project_id
      await refuseBoth(queries, caseIdsToAdd, caseIdsToRemove)
      await checkMilestone(queries, projectId, milestoneId)
      const at = (index: number) => `caseIdsToAdd[${index}]`
      const named = await getMembers(queries, { noun: 'cases', projectId, ids: caseIdsToAdd, at })
      const absent = await absentCases(queries, testRunId, idsOf(named))
      const added = await placeCases(queries, { run, caseIds: absent, caller })
      const removed = await removeCases(queries, testRunId, caseIdsToRemove)
      const changes = changedFields({ name, milestone_id: milestoneId })
      if (changes || added.length + removed > 0)
        await queries
          .updateTable('runs')
          .set({ ...changes, ...markUpdated(caller) })
          .where('id', '=', testRunId)
          .execute()
      return { testRun: toRun(await getRow(queries, 'runs', testRunId)) }
    }),

  delete: ({ testRunId }) => deleteListed(caller, 'runs', testRunId),

  get: (request) =>
    readWithin(caller, { of: 'runs.get', request }, async (queries, room) => {
      const { identifier, relations } = request
      const row = await getRowByIdentifier(queries, 'runs', identifier)
      const [testRun] = await presentRuns(queries, [row], { asked: relations, room })
      return { testRun: testRun! }
    }),
})

const checkMilestone = async (queries: Queries, projectId: string, milestoneId: string | undefined): Promise<void> => {
  if (milestoneId === undefined) return
  await getMembers(queries, { noun: 'milestones', projectId, ids: [milestoneId], at: () => 'milestoneId' })
}

// A case in both lists: the request contradicts itself. DECISIONS 12
const refuseBoth = async (queries: Queries, added: readonly string[], removed: readonly string[]): Promise<void> => {
  const adding = new Set(added)
  const both = removed.filter((id) => adding.has(id))
  if (both.length === 0) return
  const names = await identifiersOfCases(queries, both)
  refuseIds(removed, {
    isWrong: (id) => adding.has(id),
    issueOf: (id, index) => ({
      path: `caseIdsToRemove[${index}]`,
      message: `${names.get(id) ?? id} is to be added and removed`,
    }),
  })
}
