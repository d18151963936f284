import type { Context } from '../../../composition/context.ts'
import { NotFoundError } from '../../../errors.ts'
import { withUnit } from './end.ts'
import type { LookedFor } from '../../shared/runs/find.ts'

/**
 * Polls for a run by its name until it exists or the time is up: another job may be about to make it. After a timeout, returns the
 * error of the last poll, with the timeout added. `left` returns the milliseconds that are left. DECISIONS 517
 */
export const awaitNamed = async (
  context: Context,
  look: () => Promise<LookedFor>,
  { left, timeout, pause }: { left: () => number; timeout: string; pause: { first: number; most: number } },
): Promise<LookedFor> => {
  const { answeredWithin, pollRun } = await context.runs()
  // A missing project, or a service that does not answer, ends the command at once.
  const first = await answeredWithin(left(), look(), context.io.stop)
  if (!(first instanceof NotFoundError)) return first
  // So that a misspelt name shows in the log of a job.
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
