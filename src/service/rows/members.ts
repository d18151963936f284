import { type NumberedNoun, resources } from '../../contract/vocabulary.ts'
import { type Issue, RejectedError } from '../../errors.ts'
import type { Queries } from '../../store/tables.ts'
import { inChunks } from './chunks.ts'
import { asOne } from './lookup.ts'

/** A member of a project, as far as others need to know it; a run with its milestone. */
export type Member = { id: string; milestone_id?: string | null }

/**
 * The members of a project that the body of a request names, in its order, each once. Throws a RejectedError with the place
 * of each id that is none. DECISIONS 11
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
  // Not their texts, which may be many.
  const columns =
    noun === 'runs' ? (['id', 'milestone_id' as 'id', 'project_id'] as const) : (['id', 'project_id'] as const)
  // By their ids alone: asked for the project as well, SQLite goes through all that is in the project, for each chunk.
  const rows = await inChunks(unique, (chunk) =>
    queries.selectFrom(asOne(noun)).select(columns).where('id', 'in', chunk).execute(),
  )
  const found = new Map(rows.flatMap((row) => (row.project_id === projectId ? [[row.id, row]] : [])))
  const issues = ids.flatMap((id, index): Issue[] =>
    found.has(id) ? [] : [{ path: at(index), message: `is not a ${resources[noun].label} of this project: ${id}` }],
  )
  if (issues.length > 0) throw reject(issues)
  return unique.map((id) => found.get(id)! as Member)
}

/** Says no to a request for what stands in its body (400); of a long list of reasons the first will do. */
export const reject = (issues: readonly Issue[]): RejectedError => {
  const [first] = issues
  const more = issues.length > 1 ? `; and ${issues.length - 1} more` : ''
  return new RejectedError(`${first?.path} ${first?.message}${more}`, { status: 400, issues: issues.slice(0, 20) })
}
