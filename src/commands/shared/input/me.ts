import type { Context } from '../../../composition/context.ts'
import { UsageError } from '../../../errors.ts'

/** Replaces `me` and `@me` by the name of the holder of the key; throws a UsageError if that is unknown. DECISIONS 187, 150 */
export const nameOfAssignee = async (context: Context, typed: string): Promise<string> => {
  if (typed !== 'me' && typed !== '@me') return typed
  const holder = await context.holder()
  if (holder) return holder.name
  throw new UsageError(`this service does not say whose key it is, so ${typed} is unknown`, {
    hint: 'give the name itself, such as ana',
  })
}
