import { type NumberedNoun, resources } from '../contract/vocabulary.ts'
import { type Issue, RejectedError } from '../errors.ts'
import type { Queries, Row } from '../store/tables.ts'
import { inChunks } from './chunks.ts'
import { asOne } from './lookup.ts'

/**
 * The members of a project that the body of a request names, in its order, each once. Throws a RejectedError with the place
 * of each id that is none. DECISIONS 11
 */
export const getMembers = async <N extends NumberedNoun>(
  queries: Queries,
  { noun, projectId, ids, at }: { noun: N; projectId: string; ids: readonly string[]; at: (index: number) => string },
): Promise<Row<N>[]> => {
  const unique = [...new Set(ids)]
  const rows = await inChunks(unique, (chunk) =>
    queries.selectFrom(asOne(noun)).selectAll().where('project_id', '=', projectId).where('id', 'in', chunk).execute(),
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  const issues = ids.flatMap((id, index): Issue[] =>
    found.has(id) ? [] : [{ path: at(index), message: `is not a ${resources[noun].said} of this project: ${id}` }],
  )
  if (issues.length > 0) throw reject(issues)
  return unique.map((id) => found.get(id)! as unknown as Row<N>)
}

/** Says no to a request for what stands in its body (400); of a long list of reasons the first will do. */
export const reject = (issues: readonly Issue[]): RejectedError => {
  const [first] = issues
  const more = issues.length > 1 ? `; and ${issues.length - 1} more` : ''
  return new RejectedError(`${first?.path} ${first?.message}${more}`, { status: 400, issues: issues.slice(0, 20) })
}
