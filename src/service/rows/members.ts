import { type NumberedNoun, resources } from '../../contract/vocabulary.ts'
import { type Issue, RejectedError } from '../../errors.ts'
import type { Queries } from '../../store/table-types.ts'
import { preparedFor } from '../../store/prepared.ts'
import { inChunks } from './chunks.ts'
import { asOne } from './lookup.ts'

/** The columns that callers need of a member of a project; a run has its milestone. */
export type Member = { id: string; milestone_id?: string | null }

/**
 * Reads the members of a project that a request's body names, in its order, each once. Throws a RejectedError with the positions of
 * unknown ids, and looks no further once more ids are unknown than the error names. DECISIONS 11, 257
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
  const members = new Map<string, Member>()
  const unknown = new Set<string>()
  let looked = 0
  const look = async (chunk: readonly string[]) => {
    const fresh = [...new Set(chunk)].filter((id) => !members.has(id) && !unknown.has(id))
    if (fresh.length > 0)
      for (const { project_id, ...row } of await membersById(noun, queries, { ids: fresh }))
        if (project_id === projectId) members.set(row.id, row)
    for (const id of fresh) if (!members.has(id)) unknown.add(id)
    looked += chunk.length
    return []
  }
  await inChunks(ids, look, () => unknown.size > mostIssues)
  refuseIds(ids.slice(0, looked), {
    isWrong: (id) => unknown.has(id),
    issueOf: (id, index) => ({ path: at(index), message: `${id} is not a ${resources[noun].label} of this project` }),
    isCounted: looked === ids.length,
  })
  return [...new Set(ids)].map((id) => members.get(id)!)
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
 * Throws a RejectedError (400) if some of very many ids are wrong. Its message names the first of them, and how many more there are if
 * all ids were looked at (`isCounted`). Its issues have their positions, of 20 at most. DECISIONS 251
 */
export const refuseIds = (
  ids: readonly string[],
  {
    isWrong,
    issueOf,
    isCounted = true,
  }: { isWrong: (id: string) => boolean; issueOf: (id: string, index: number) => Issue; isCounted?: boolean },
): void => {
  const wrong = [...ids.keys()].filter((index) => isWrong(ids[index]!))
  const issues = wrong.slice(0, mostIssues).map((index) => issueOf(ids[index]!, index))
  const [first] = issues
  if (!first) return
  const more = isCounted ? `; and ${wrong.length - 1} more` : '; and more'
  throw new RejectedError(`${first.message}${wrong.length > 1 ? more : ''}`, { status: 400, issues })
}

const mostIssues = 20
