import { setTimeout as sleep } from 'node:timers/promises'
import { isBusy } from './errors.ts'

/** How long to wait for other processes, in milliseconds, and when to give up early. */
export type BusyTimeout = { limit: number; isOver?: () => boolean }

/**
 * How long SQLite itself waits for a lock, in milliseconds. It blocks the whole process meanwhile, even Ctrl-C,
 * so it is short, and a longer wait is a loop of tries.
 */
export const blockingWait = 200

/** Tries again while another process holds the lock, with pauses in which other work goes on. */
export const retryWhileBusy = async <T>({ limit, isOver }: BusyTimeout, attempt: () => T): Promise<T> => {
  const deadline = performance.now() + limit
  for (;;) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline || isOver?.()) throw error
    }
    await sleep(5 + Math.random() * 20)
  }
}
