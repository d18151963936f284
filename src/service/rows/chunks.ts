import { setImmediate as nextTurn } from 'node:timers/promises'

// Every engine limits the number of values in one statement.
const size = 1000

/**
 * Does work for many rows, a thousand at a time, and returns all results, or those before `isEnough` returned true. Yields to other
 * work in between. DECISIONS 245
 */
export const inChunks = async <T, R>(
  all: readonly T[],
  work: (chunk: readonly T[]) => Promise<readonly R[]>,
  isEnough = (): boolean => false,
): Promise<R[]> => {
  const done: (readonly R[])[] = []
  for (let start = 0; start < all.length && !isEnough(); start += size) {
    if (start > 0) await nextTurn()
    done.push(await work(all.slice(start, start + size)))
  }
  return done.flat()
}

/** Returns the ids of rows, for a query about all of them. */
export const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)
