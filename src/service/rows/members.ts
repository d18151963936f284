import { type NumberedNoun, resources } from '../../contract/vocabulary.ts'
import { type Issue, RejectedError } from '../../errors.ts'
import type { Queries } from '../../store/table-types.ts'
import { inChunks } from './chunks.ts'
import { asOne } from './lookup.ts'

/** The columns of a member of a project that others need; a run has its milestone. */
export type Member = { id: string; milestone_id?: string | null }

/**
 * The members of a project that a request's body names, in its order, each once. Throws a RejectedError with the position
 * of each unknown id. DECISIONS 11
 */
export const getMembers = async (
  queries: Queries,
  {
    noun,
    projectId,
    ids,
    at,
  }: { noun: NumberedNoun; projectId: string; ids: readonly string[]; at: (index: number) => string },
): Promise<Member[]> => {
  const unique = [...new Set(ids)]
  // Without their texts, which may be large.
  const columns =
    noun === 'runs' ? (['id', 'milestone_id' as 'id', 'project_id'] as const) : (['id', 'project_id'] as const)
  // By their ids alone: with the project in the query too, SQLite scans the whole project for each chunk.
  const rows = await inChunks(unique, (chunk) =>
    queries.selectFrom(asOne(noun)).select(columns).where('id', 'in', chunk).execute(),
  )
  const found = new Map(rows.flatMap((row) => (row.project_id === projectId ? [[row.id, row]] : [])))
  const unknown = [...ids.keys()].filter((index) => !found.has(ids[index]!))
  const issues = unknown
    .slice(0, mostIssues)
    .map((index) => ({ path: at(index), message: `${ids[index]} is not a ${resources[noun].label} of this project` }))
  if (issues.length > 0) throw reject(issues, unknown.length)
  return unique.map((id) => found.get(id)! as Member)
}

/** Rejects a request for its body (400), with the first of so many reasons; where each stands is in its issues. */
export const reject = (issues: readonly Issue[], count = issues.length): RejectedError => {
  const more = count > 1 ? `; and ${count - 1} more` : ''
  return new RejectedError(`${issues[0]?.message}${more}`, {
    status: 400,
    issues: issues.slice(0, mostIssues),
  })
}

const mostIssues = 20
