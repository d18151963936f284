import type { Api } from '../../contract/index.ts'
import { tagOfCase } from '../../contract/precondition/index.ts'
import { jointWork } from '../../store/joint-work.ts'
import type { Queries } from '../../store/table-types.ts'
import { type Caller, markUpdated } from '../caller.ts'
import { changedFields } from '../rows/changed-fields.ts'
import { deleteListed } from '../rows/deletion.ts'
import { getRow, getRowByIdentifier } from '../rows/lookup.ts'
import { refuseChanged } from '../rows/refuse-changed.ts'
import { endAfter, readMatching, readPage } from '../rows/list-page.ts'
import { presentCases } from '../resources/relations.ts'
import { toCase, toProject } from '../resources/index.ts'
import { readWithin } from '../rows/answer-size.ts'
import { keepMarks, markFilter } from './custom-field-filter.ts'
import { createAllCases } from './create-cases.ts'

/** Creates the operations on cases: descriptions of what to test in a project. */
export const createCases = (caller: Caller): Api['cases'] => {
  const createAll = createAllCases(caller)
  return {
    list: (request) =>
      readWithin(caller, { of: 'cases.list', request }, async (queries, room) => {
        const { projectId, relations, customFields = {}, ...asked } = request
        await getRow(queries, 'projects', projectId)
        const marks = markFilter(customFields)
        const { rows, pagination } =
          marks.length === 0
            ? await readPage(queries, { noun: 'cases', ownerId: projectId }, { asked, room })
            : await readMatching(selectMarked(queries, projectId, marks), { noun: 'cases', asked, room })
        const cases = await presentCases(queries, rows, { asked: relations, room })
        return { cases, pagination: endAfter(pagination, cases.length) }
      }),

    create: (create) => caller.store.write(jointWork(createAll, create)),

    update: ({ caseId, name, preconditions, steps, customFields }, { unchanged } = {}) =>
      caller.store.write(async (queries) => {
        const row = await getRow(queries, 'cases', caseId)
        refuseChanged('case', unchanged, () => tagOfCase(toCase(row)))
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

    get: (request) =>
      readWithin(caller, { of: 'cases.get', request }, async (queries, room) => {
        const { identifier, relations } = request
        const row = await getRowByIdentifier(queries, 'cases', identifier)
        const [presented] = await presentCases(queries, [row], { asked: relations, room })
        const project = relations?.includes('project') && (await getRow(queries, 'projects', row.project_id))
        return { case: { ...presented!, ...(project && { project: toProject(project) }) } }
      }),
  }
}

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
