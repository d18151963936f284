import { limitOf } from './process-limits.ts'

/** A limit of open files that is too low: the limit itself, and how many connections it leaves room for. */
export type FewFiles = { openFiles: number; most: number }

/**
 * Finds out whether the process may open too few files for `most` connections and for its own work; undefined if there are enough, or
 * the limit is unknown. Above that limit the system accepts connections of any client and drops them silently. DECISIONS 510
 */
export const findFewFiles = (most: number, openFiles = limitOf('open files')): FewFiles | undefined => {
  if (openFiles === undefined) return undefined
  const room = Math.max(openFiles - ownFiles, Math.floor(openFiles / 2))
  const fitting = Math.floor(room * 0.8)
  return fitting < most ? { openFiles, most: fitting } : undefined
}

// The store with its connections, the port, the log, and modules that are loaded on first use.
const ownFiles = 64
