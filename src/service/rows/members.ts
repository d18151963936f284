import { type NumberedNoun, resources } from '../../contract/vocabulary.ts'
import { type Issue, RejectedError } from '../../errors.ts'
import type { Queries } from '../../store/table-types.ts'
import { preparedFor } from '../../store/prepared.ts'
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
  const found = new Map<string, Member>()
  const unique = [...new Set(ids)]
  await inChunks(unique, async (chunk) => {
    for (const { project_id, ...row } of await membersById(noun, queries, { ids: chunk }))
      if (project_id === projectId) found.set(row.id, row)
    return []
  })
  refuseIds(ids, {
    isWrong: (id) => !found.has(id),
    issueOf: (id, index) => ({ path: at(index), message: `${id} is not a ${resources[noun].label} of this project` }),
  })
  return unique.map((id) => found.get(id)!)
}

// Without their texts, which may be large; and by their ids alone: with the project in the query too, SQLite scans the whole
// project for each chunk.
const membersById = preparedFor(
  (noun: NumberedNoun) =>
    (queries, { ids }: { ids: readonly string[] }) =>
      queries
        .selectFrom(asOne(noun))
        .select(noun === 'runs' ? ['id', 'milestone_id' as 'id', 'project_id'] : ['id', 'project_id'])
        .where('id', 'in', ids),
)

/**
 * Throws a RejectedError (400) for the wrong ones among very many ids: it tells the first of them, and how many there are. Where each
 * stands is in its issues. DECISIONS 251
 */
export const refuseIds = (
  ids: readonly string[],
  { isWrong, issueOf }: { isWrong: (id: string) => boolean; issueOf: (id: string, index: number) => Issue },
): void => {
  const wrong = [...ids.keys()].filter((index) => isWrong(ids[index]!))
  const issues = wrong.slice(0, mostIssues).map((index) => issueOf(ids[index]!, index))
  const [first] = issues
  if (!first) return
  const more = wrong.length > 1 ? `; and ${wrong.length - 1} more` : ''
  throw new RejectedError(`${first.message}${more}`, { status: 400, issues })
}

const mostIssues = 20
