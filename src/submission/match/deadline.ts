import { createContext, Script } from 'node:vm'

/**
 * Runs synchronous work, such as a regular expression, and returns its result; undefined if it takes longer than `ms`.
 * The engine itself checks the time while it tries the ways to match, so no second thread is needed. DECISIONS 104
 */
export const withinTime = <T extends object>(ms: number, work: () => T): T | undefined => {
  try {
    return call.runInContext(createContext({ work }), { timeout: ms }) as T
  } catch (error) {
    // The engine may exhaust its backtracking stack before it runs out of time. DECISIONS 261
    if (error instanceof RangeError) return undefined
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined
    throw error
  }
}

const call = new Script('work()')
