import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { UsageError } from '../../errors.ts'
import type { StoreLocation } from '../address.ts'

/**
 * Returns the UsageError for a store that was moved or deleted without the log beside it (`team.db-wal`), if that happened. The log may
 * hold all data, and SQLite would delete it when a new file is created there. DECISIONS 279
 */
export const explainOrphanedLog = ({ path, label }: StoreLocation): UsageError | undefined => {
  if (path === ':memory:' || !hasLog(path)) return undefined
  // Checked after the log: a store that is being created has its first page before its log.
  if (sizeOf(path) > 0) return undefined
  const log = `${basename(path)}-wal`
  return new UsageError(`the store ${label} was moved or deleted without ${log}, which holds data of it`, {
    hint: `keep both in one folder, under their names; to begin anew there, move ${log} away`,
  })
}

/** Whether a log lies beside a file: a process has the store open, or was killed. */
export const hasLog = (path: string): boolean => sizeOf(`${path}-wal`) > 0

const sizeOf = (path: string): number => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size ?? 0
  } catch {
    // SQLite will say why.
    return 0
  }
}
