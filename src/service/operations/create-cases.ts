import type { Api } from '../../contract/index.ts'
import { prepared } from '../../store/prepared.ts'
import type { JointChange } from '../../store/joint-work.ts'
import type { Row } from '../../store/table-types.ts'
import { type Caller, markCreated } from '../caller.ts'
import { newId } from '../rows/new-id.ts'
import { takeNumbers } from '../rows/numbering.ts'
import { countSpans } from '../rows/page-index.ts'
import { toCase } from '../resources/index.ts'
import { keepMarks } from './custom-field-filter.ts'

type Create = Parameters<Api['cases']['create']>[0]
type Created = Awaited<ReturnType<Api['cases']['create']>>

/**
 * Returns the joint change that creates cases in their order. It takes the numbers of a project once for all of its cases, and throws a
 * NotFoundError if one of the projects does not exist.
 */
export const createAllCases =
  (caller: Caller): JointChange<Create, Created> =>
  async (queries, creates) => {
    const mark = markCreated(caller)
    const rows = creates.map(({ projectId, name, preconditions, steps, customFields = {} }): Row<'cases'> => ({
      id: newId(),
      project_id: projectId,
      display_id: 0,
      name,
      preconditions,
      steps: JSON.stringify(steps),
      custom_fields: JSON.stringify(customFields),
      ...mark,
    }))
    for (const ownerId of new Set(rows.map((row) => row.project_id))) {
      const own = rows.filter((row) => row.project_id === ownerId)
      const first = await takeNumbers(queries, { projectId: ownerId, noun: 'cases', count: own.length })
      own.forEach((row, at) => (row.display_id = first + at))
      await Promise.all(own.map((row) => insertCase(queries, row)))
      const displayIds = own.map((row) => row.display_id)
      await countSpans(queries, { noun: 'cases', ownerId }, { displayIds, by: 1 })
    }
    for (const [at, { customFields = {} }] of creates.entries()) await keepMarks(queries, rows[at]!, customFields)
    return rows.map((row) => ({ case: toCase(row) }))
  }

const insertCase = prepared((queries, row: Row<'cases'>) => queries.insertInto('cases').values(row))
