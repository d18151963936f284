import { setTimeout as sleep } from 'node:timers/promises'
import { isBusy } from './errors.ts'

/** How long to wait for other processes, in milliseconds, and whether waiting has become pointless. */
export type BusyTimeout = { limit: number; isOver?: () => boolean }

/**
 * How long SQLite itself waits for a lock, in milliseconds. Nothing else happens in the process meanwhile, not even Ctrl-C,
 * so that it is short, and what takes longer is tried again.
 */
export const blockingWait = 200

/** Tries again as long as somebody else holds the lock, with a pause that lets everything else have its turn. */
export const retryWhileBusy = async <T>({ limit, isOver }: BusyTimeout, attempt: () => T): Promise<T> => {
  const deadline = Date.now() + limit
  for (;;) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline || isOver?.()) throw error
    }
    await sleep(5 + Math.random() * 20)
  }
}
