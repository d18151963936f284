import type { Context } from '../../../composition/context.ts'
import { NotFoundError } from '../../../errors.ts'
import { withUnit } from './end.ts'
import type { LookedFor } from '../../shared/runs/find.ts'

/**
 * Looks for a run by its name until it is there, or time is up: another job may be about to make it. The error then is that of the
 * first look, with how long that was; `left` says how many milliseconds there are. DECISIONS 517
 */
export const awaitNamed = async (
  context: Context,
  look: () => Promise<LookedFor>,
  { left, timeout, pause }: { left: () => number; timeout: string; pause: { first: number; most: number } },
): Promise<LookedFor> => {
  const { answeredWithin, pollRun } = await context.runs()
  // Whether there is such a project, and who answers, shows at once.
  const first = await answeredWithin(left(), look(), context.io.stop)
  if (!(first instanceof NotFoundError)) return first
  // A name that is misspelt shows in the log of a job, too.
  await (await context.printer()).warn(`${first.message}; waiting for it`)
  const polled = await pollRun<LookedFor>({
    look,
    isEnd: (found, isLast) => isLast || !(found instanceof NotFoundError),
    timeoutMs: left(),
    pause,
    io: context.io,
  })
  const { last } = polled
  if (last === undefined) throw polled.lost
  if (!(last instanceof NotFoundError)) return last
  return new NotFoundError(`${last.message} after ${withUnit(timeout)}`, last.details)
}
