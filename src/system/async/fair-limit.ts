import { addTo } from '../maps/add-to.ts'

/** Does the work of a holder of a key when its turn comes. */
export type FairLimit = <T>(holder: string, work: () => Promise<T>) => Promise<T>

/**
 * Creates a limit on how much work that needs much memory or time runs at once. Holders of keys take turns, so that a holder with a hundred
 * requests delays the others no longer than one with a single request.
 */
export const createFairLimit = (most = 2): FairLimit => {
  const waiting = new Map<string, (() => void)[]>()
  let working = 0

  const next = (): void => {
    const [first] = waiting
    if (working >= most || !first) return
    const [holder, line] = first
    const [go, ...rest] = line
    // A holder that had a turn goes to the end.
    waiting.delete(holder)
    if (rest.length > 0) waiting.set(holder, rest)
    working += 1
    go?.()
  }

  return async (holder, work) => {
    await new Promise<void>((go) => {
      addTo(waiting, holder, go)
      next()
    })
    try {
      return await work()
    } finally {
      working -= 1
      // Not at once, so that requests that need little come first.
      setImmediate(next)
    }
  }
}
