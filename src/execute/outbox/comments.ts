import { answerIfRead, ensureDeleted } from '../../contract/made-changes.ts'
import { timeOf } from '../../output/text/time.ts'
import { type As, type Means, type Performed, sentOf } from './means.ts'
import { readFresh } from './read-fresh.ts'

/** Writes a comment, unless an earlier attempt has written it. DECISIONS 148 */
export const commentTest = async (op: As<'comment'>, means: Means): Promise<Performed> => {
  const { api, knowledge, note, onBegun } = means
  const before = knowledge.same.get(op.n)
  const { all, own, me } = await readAlike(op, means)
  const counted = before?.byAll ? all : own
  const made = before !== undefined && counted.length > before.count ? newestOf(own) : undefined
  if (made) {
    knowledge.comments.set(op.n, made.id)
    return sentOf(op, { comment: made.id })
  }
  if (before === undefined) {
    const alike = { count: own.length, ...(me === undefined && { byAll: true as const }) }
    knowledge.same.set(op.n, alike)
    await note({ did: 'same', n: op.n, ...alike })
  }
  onBegun()
  const answer = await answerIfRead(api.comments.create({ resourceId: op.test, content: op.content }))
  const comment = answer?.comment.id ?? newestOf((await readAlike(op, means)).own)?.id
  if (comment !== undefined) knowledge.comments.set(op.n, comment)
  return sentOf(op, { comment })
}

/** Reads the comments that have the same text already: of all persons, and the tester's own, as far as it is known whose the key is. */
const readAlike = async (op: As<'comment'>, means: Means) => {
  const { comments = [] } = await readFresh(op, means, ['comments'])
  const { me } = means.knowledge
  const all = comments.filter(({ content }) => content === op.content)
  return { me, all, own: all.filter(({ createdBy }) => me === undefined || createdBy === me) }
}

const newestOf = <C extends { createdAt: string | number }>(comments: readonly C[]): C | undefined =>
  comments.toSorted((one, other) => (timeOf(one.createdAt) ?? 0) - (timeOf(other.createdAt) ?? 0)).at(-1)

/** Deletes the comment that an earlier operation wrote. */
export const uncomment = async (op: As<'uncomment'>, { api, knowledge }: Means): Promise<Performed> => {
  const commentId = knowledge.comments.get(op.of)
  if (commentId !== undefined)
    // Another person may have deleted it already.
    await ensureDeleted(api.comments.delete({ commentId }))
  return sentOf(op)
}
