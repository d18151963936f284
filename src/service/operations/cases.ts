import { randomUUID } from 'node:crypto'
import type { Api } from '../../contract/index.ts'
import { prepared } from '../../store/prepared.ts'
import type { Queries, Row } from '../../store/table-types.ts'
import { type Caller, markCreated, markUpdated } from '../caller.ts'
import { inChunks } from '../rows/chunks.ts'
import { changedFields } from '../rows/changed-fields.ts'
import { deleteListed } from '../rows/deletion.ts'
import { getRow, getRowByIdentifier } from '../rows/lookup.ts'
import { takeNumbers } from '../rows/numbering.ts'
import { endAfter, readMatching, readPage } from '../rows/list-page.ts'
import { presentCases } from '../resources/relations.ts'
import { toCase, toProject } from '../resources/index.ts'
import { readWithin } from '../rows/answer-size.ts'
import { countSpans } from '../rows/page-index.ts'
import { createHash } from 'node:crypto'

/** Cases: descriptions of what to test in a project. */
export const createCases = (caller: Caller): Api['cases'] => ({
  list: ({ projectId, relations, customFields = {}, ...asked }) =>
    readWithin(caller, async (queries, room) => {
      await getRow(queries, 'projects', projectId)
      const marks = markFilter(customFields)
      const { rows, pagination } =
        marks.length === 0
          ? await readPage(queries, { noun: 'cases', ownerId: projectId }, { asked, room })
          : await readMatching(selectMarked(queries, projectId, marks), { noun: 'cases', asked, room })
      const cases = await presentCases(queries, rows, { asked: relations, room })
      return { cases, pagination: endAfter(pagination, cases.length) }
    }),

  create: ({ projectId, name, preconditions, steps, customFields = {} }) =>
    caller.store.write(async (queries) => {
      const row = {
        id: randomUUID(),
        project_id: projectId,
        display_id: await takeNumbers(queries, { projectId, noun: 'cases' }),
        name,
        preconditions,
        steps: JSON.stringify(steps),
        custom_fields: JSON.stringify(customFields),
        ...markCreated(caller),
      }
      await insertCase(queries, row)
      await countSpans(queries, { noun: 'cases', ownerId: projectId }, { displayIds: [row.display_id], by: 1 })
      await keepMarks(queries, row, customFields)
      return { case: toCase(row) }
    }),

  update: ({ caseId, name, preconditions, steps, customFields }) =>
    caller.store.write(async (queries) => {
      const row = await getRow(queries, 'cases', caseId)
      const changes = changedFields({
        name,
        preconditions,
        steps: steps && JSON.stringify(steps),
        custom_fields: customFields && JSON.stringify(customFields),
      })
      if (!changes) return { case: toCase(row) }
      const marked = { ...changes, ...markUpdated(caller) }
      await queries.updateTable('cases').set(marked).where('id', '=', caseId).execute()
      if (customFields) {
        await queries.deleteFrom('case_fields').where('case_id', '=', caseId).execute()
        await keepMarks(queries, row, customFields)
      }
      return { case: toCase({ ...row, ...marked }) }
    }),

  // The tests that were made from it stay: they have their own copy of its text. DECISIONS 7
  delete: ({ caseId }) => deleteListed(caller, 'cases', caseId),

  get: ({ identifier, relations }) =>
    readWithin(caller, async (queries, room) => {
      const row = await getRowByIdentifier(queries, 'cases', identifier)
      const [presented] = await presentCases(queries, [row], { asked: relations, room })
      const project = relations?.includes('project') && (await getRow(queries, 'projects', row.project_id))
      return { case: { ...presented!, ...(project && { project: toProject(project) }) } }
    }),
})

const insertCase = prepared((queries, row: Row<'cases'>) => queries.insertInto('cases').values(row))

const selectMarked = (queries: Queries, projectId: string, marks: readonly string[]) =>
  queries
    .selectFrom('cases')
    .where('project_id', '=', projectId)
    .where('id', 'in', (fields) =>
      fields
        .selectFrom('case_fields')
        .select('case_id')
        .where('project_id', '=', projectId)
        .where('mark', 'in', marks)
        .groupBy('case_id')
        .having(({ fn }) => fn.countAll(), '=', marks.length),
    )

const keepMarks = async (
  queries: Queries,
  { id, project_id }: { id: string; project_id: string },
  customFields: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const marks = markFields(customFields).map((mark) => ({ case_id: id, project_id, mark }))
  await inChunks(marks, (chunk) => queries.insertInto('case_fields').values(chunk).execute())
}
// The filter of the list of cases means equality on every key. Values are compared as text: strings as they are, other
// scalars by their JSON; objects and arrays never match. DECISIONS 6

/** The marks that make a case searchable by its custom fields. */
export const markFields = (customFields: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(customFields).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? [] : [mark(key, typeof value === 'string' ? value : String(value))],
  )

/** The marks that a case must have to pass a filter. */
export const markFilter = (filter: Readonly<Record<string, string>>): string[] =>
  Object.entries(filter).map(([key, value]) => mark(key, value))
// Short, whatever the length of the value: no engine indexes texts of any length.
const mark = (key: string, value: string): string =>
  createHash('sha256')
    .update(JSON.stringify([key, value]))
    .digest('base64url')
