import type { SubmissionOptions } from '../options.ts'
import type { Plan, Planned } from '../plan/index.ts'
import type { CommentPlan } from '../plan/counts.ts'
import type { RunTest } from '../../runs/read.ts'
import { commentOn, wantsComment } from './comment-text.ts'

/** A test and its comment. */
export type CommentToWrite = { test: RunTest; content: string }

/** Returns the comments that the policy wants on tests that hold their results. */
export const dueComments = (
  settled: readonly Planned[],
  { policy, mask, root }: Pick<SubmissionOptions, 'policy' | 'mask' | 'root'>,
): CommentToWrite[] =>
  settled
    .filter((one) => wantsComment(one.outcomes, policy))
    .map((one) => ({ test: one.test, content: commentOn(one, { mask, limit: policy.commentLimit, root }) }))

/** Divides the comments of earlier submissions: the one with the same text, and the stale ones that give way. */
export const earlierComments = ({
  test: { remarks = [] },
  content,
}: CommentToWrite): { same: Remarks[number] | undefined; stale: Remarks } => {
  const same = remarks.find((one) => one.content === content)
  return { same, stale: remarks.filter((one) => one !== same) }
}

type Remarks = NonNullable<RunTest['remarks']>

/** Counts what a submission does with comments, without writing any. DECISIONS 417 */
export const countComments = ({ set, unchanged }: Plan, order: SubmissionOptions): CommentPlan => {
  const due = dueComments([...set, ...unchanged], order).map(earlierComments)
  const written = due.filter(({ same }) => !same)
  return {
    written: written.length,
    replaced: written.filter(({ stale }) => stale.length > 0).length,
    kept: due.length - written.length,
  }
}
