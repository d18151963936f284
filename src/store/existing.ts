import { type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { UsageError } from '../errors.ts'
import { isStoreAddress, parseStoreAddress } from './address.ts'
import { explainOrphanedLog } from './sqlite/orphaned-log.ts'

/** The error for a store that is needed and does not exist. */
export class MissingStoreError extends UsageError {}

/**
 * Returns the error for a store whose file is missing or empty. Returns undefined if the file has contents, for a store in memory or in
 * a database (which is opened with `existing`), and if even the folder is missing, because opening the store explains that.
 * DECISIONS 178
 */
export const explainMissingStore = (address: string, folder: string): UsageError | undefined => {
  if (!isStoreAddress(address)) return undefined
  const { path } = parseStoreAddress(address, folder)
  if (path === ':memory:') return undefined
  const file = look(path)
  const isEmpty = typeof file === 'object' && file.isFile() && file.size === 0
  if (!isEmpty && (file || !look(dirname(path)))) return undefined
  const place = resolve(folder, path)
  const orphaned = explainOrphanedLog({ path, label: place })
  if (orphaned) return orphaned
  return new MissingStoreError(isEmpty ? `the store ${place} is an empty file` : `there is no store ${place}`, {
    hint: 'is it in another folder? to make a new one: testctl projects create',
  })
}

/** Returns the stats of a path, undefined if nothing is there, or true if it cannot be examined, which opening the store explains. */
const look = (path: string): Stats | true | undefined => {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return true
  }
}
