import type { Context } from '../../composition/context.ts'
import { UsageError } from '../../errors.ts'
import { readText } from '../shared/input/text.ts'

/** Reads the comment that `--comment` adds to each test; undefined without the flag. Throws a UsageError if it is empty. */
export const readComment = async (
  { io }: Context,
  args: readonly string[],
  { comment: typed, from }: { comment?: string; from?: string },
): Promise<string | undefined> => {
  if (typed === undefined) return undefined
  if (from !== undefined)
    throw new UsageError('--comment and --from exclude each other', { hint: 'each line has its own "comment"' })
  if (typed === '-' && args.includes('-'))
    throw new UsageError('stdin cannot be both the tests and the comment', { hint: "--comment 'What to say'" })
  const comment = await readText(io, { flag: '--comment', typed })
  if (comment?.trim() === '') throw new UsageError('the comment is empty', { hint: "--comment 'What to say'" })
  return comment
}
