import type { Api } from '../contract/index.ts'
import { RejectedError } from '../errors.ts'
import { prepared } from '../store/prepared.ts'
import type { Row } from '../store/tables.ts'
import { type Caller, markUpdated } from './caller.ts'
import { changesOf } from './changes.ts'
import { count, countGone } from './counters.ts'
import { answerDeletion } from './deletion.ts'
import { getRow, getRowByIdentifier, missing } from './lookup.ts'
import { getMembers } from './members.ts'
import { readPage } from './pages.ts'
import { absentCases, placeCases } from './placement.ts'
import { presentTests } from './relations.ts'
import { toRun, toTest } from './resources.ts'

/** Tests: cases in a run, each with somebody to do it and a result. DECISIONS 12 */
export const createTests = (caller: Caller): Api['tests'] => ({
  list: ({ testRunId, relations, ...asked }) =>
    caller.store.read(async (queries) => {
      await getRow(queries, 'runs', testRunId)
      const { rows, pagination } = await readPage(queries, { noun: 'tests', ownerId: testRunId }, asked)
      return { tests: await presentTests(queries, rows, relations), pagination }
    }),

  create: ({ testRunId, caseId }) =>
    caller.store.write(async (queries) => {
      const run = await getRow(queries, 'runs', testRunId)
      const cases = await getMembers(queries, {
        noun: 'cases',
        projectId: run.project_id,
        ids: [caseId],
        at: () => 'caseId',
      })
      const [test] = await placeCases(queries, { run, cases: await absentCases(queries, testRunId, cases), caller })
      if (!test) throw new RejectedError(`the case ${caseId} is in the test run already`, { status: 409 })
      await queries.updateTable('runs').set(markUpdated(caller)).where('id', '=', testRunId).execute()
      return { test: toTest(test) }
    }),

  // Any result may follow any other. DECISIONS 2
  update: ({ testId, assignedTo, result }) =>
    caller.store.write(async (queries) => {
      const test = await getRow(queries, 'tests', testId)
      const changes = changesOf({ assigned_to: assignedTo, result })
      if (!changes) return { test: toTest(test) }
      const marked = { ...changes, ...markUpdated(caller) }
      await changeTest(queries, { ...marked, id: testId })
      if (result !== undefined && result !== test.result)
        await count(queries, test.run_id, { [test.result]: -1, [result]: 1 })
      return { test: toTest({ ...test, ...marked }) }
    }),

  delete: ({ testId }) =>
    answerDeletion(caller, async (queries) => {
      const gone = await queries
        .deleteFrom('tests')
        .where('id', '=', testId)
        .returning(['run_id', 'display_id', 'result'])
        .executeTakeFirst()
      if (!gone) throw missing('tests', testId)
      await countGone(queries, gone.run_id, [gone])
      await queries.updateTable('runs').set(markUpdated(caller)).where('id', '=', gone.run_id).execute()
    }),

  get: ({ identifier, relations }) =>
    caller.store.read(async (queries) => {
      const row = await getRowByIdentifier(queries, 'tests', identifier)
      const [presented] = await presentTests(queries, [row], relations)
      const run = relations?.includes('test_run') && (await getRow(queries, 'runs', row.run_id))
      return { test: { ...presented!, ...(run && { testRun: toRun(run) }) } }
    }),
})

const changeTest = prepared((queries, { id, ...changes }: { id: string } & Partial<Row<'tests'>>) =>
  queries.updateTable('tests').set(changes).where('id', '=', id),
)
