import type { Api } from '../../contract/index.ts'
import { RejectedError } from '../../errors.ts'
import { jointWork } from '../../store/joint-work.ts'
import { type Caller, markUpdated } from '../caller.ts'
import { countGone } from '../rows/counters.ts'
import { answerDeletion } from '../rows/deletion.ts'
import { getRow, getRowByIdentifier, identifiersOfCases, notFound } from '../rows/lookup.ts'
import { getMembers } from '../rows/members.ts'
import { endAfter, readPage } from '../rows/list-page.ts'
import { absentCases, placeCases } from './add-cases.ts'
import { updateTests } from './update-tests.ts'
import { presentTests } from '../resources/relations.ts'
import { toRun, toTest } from '../resources/index.ts'
import { readWithin } from '../rows/answer-size.ts'

/** Creates the operations on tests: cases in a run, each with an assignee and a result. DECISIONS 12 */
export const createTests = (caller: Caller): Api['tests'] => {
  const change = updateTests(caller)
  return {
    list: (request) =>
      readWithin(caller, { of: 'tests.list', request }, async (queries, room) => {
        const { testRunId, relations, ...asked } = request
        await getRow(queries, 'runs', testRunId)
        const { rows, pagination } = await readPage(queries, { noun: 'tests', ownerId: testRunId }, { asked, room })
        const tests = await presentTests(queries, rows, { asked: relations, room })
        return { tests, pagination: endAfter(pagination, tests.length) }
      }),

    create: ({ testRunId, caseId }) =>
      caller.store.write(async (queries) => {
        const run = await getRow(queries, 'runs', testRunId)
        await getMembers(queries, { noun: 'cases', projectId: run.project_id, ids: [caseId], at: () => 'caseId' })
        const absent = await absentCases(queries, testRunId, [caseId])
        const [id] = await placeCases(queries, { run, caseIds: absent, caller })
        if (id === undefined) {
          const names = await identifiersOfCases(queries, [caseId])
          throw new RejectedError(`${names.get(caseId)} is in the test run already`, { status: 409 })
        }
        await queries.updateTable('runs').set(markUpdated(caller)).where('id', '=', testRunId).execute()
        return { test: toTest(await getRow(queries, 'tests', id)) }
      }),

    update: (update) => caller.store.write(jointWork(change, update)),

    delete: ({ testId }) =>
      answerDeletion(caller, async (queries) => {
        const gone = await queries
          .deleteFrom('tests')
          .where('id', '=', testId)
          .returning(['run_id', 'display_id', 'result'])
          .executeTakeFirst()
        if (!gone) throw notFound('tests', testId)
        await countGone(queries, gone.run_id, [gone])
        await queries.updateTable('runs').set(markUpdated(caller)).where('id', '=', gone.run_id).execute()
      }),

    get: (request) =>
      readWithin(caller, { of: 'tests.get', request }, async (queries, room) => {
        const { identifier, relations } = request
        const row = await getRowByIdentifier(queries, 'tests', identifier)
        const [presented] = await presentTests(queries, [row], { asked: relations, room })
        const run = relations?.includes('test_run') && (await getRow(queries, 'runs', row.run_id))
        return { test: { ...presented!, ...(run && { testRun: toRun(run) }) } }
      }),
  }
}
