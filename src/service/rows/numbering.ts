import type { NumberedNoun } from '../../contract/vocabulary.ts'
import type { Queries } from '../../store/table-types.ts'
import { preparedFor } from '../../store/prepared.ts'
import { notFound } from './lookup.ts'

/**
 * Takes the next displayIds of a kind in a project and returns the first of them. A number is never used again, and none is lost if the
 * transaction fails. Throws a NotFoundError if the project does not exist. DECISIONS 3
 */
export const takeNumbers = async (
  queries: Queries,
  { projectId, noun, count = 1 }: { projectId: string; noun: NumberedNoun; count?: number },
): Promise<number> => {
  const [row] = await advance(noun, queries, { projectId, count })
  if (!row) throw notFound('projects', projectId)
  return Number(row.last) - count + 1
}

const advance = preparedFor(
  (noun: NumberedNoun) =>
    (queries, { projectId, count }: { projectId: string; count: number }) => {
      const column = columns[noun]
      return queries
        .updateTable('projects')
        .set((project) => ({ [column]: project(column, '+', count) }))
        .where('id', '=', projectId)
        .returning(`${column} as last`)
    },
)

const columns = { cases: 'last_case', runs: 'last_run', tests: 'last_test', milestones: 'last_milestone' } as const
