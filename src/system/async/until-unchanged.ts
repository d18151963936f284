import { setTimeout } from 'node:timers/promises'
import { ChangedMeanwhileError, reworded } from '../../errors.ts'

/**
 * Reads something and sends a change that is computed from it; starts again if another client changed it in between. Of several
 * clients one succeeds each time, so the others wait longer and longer, each for a different time. DECISIONS 421
 */
export const untilUnchanged = async <T>(
  attempt: (isFirst: boolean) => Promise<T>,
  { stop, attempts = 16 }: { stop: AbortSignal; attempts?: number },
): Promise<T> => {
  for (let made = 1; ; made++) {
    try {
      return await attempt(made === 1)
    } catch (error) {
      if (!(error instanceof ChangedMeanwhileError)) throw error
      if (made === attempts)
        throw reworded(error, `${error.message}, at each of ${attempts} attempts: nothing was changed`, 'run it again')
    }
    await setTimeout(Math.random() * Math.min(1000, 10 * 2 ** made), undefined, { signal: stop }).catch(() =>
      stop.throwIfAborted(),
    )
  }
}
