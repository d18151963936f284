import { type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { UsageError } from '../errors.ts'
import { isStoreAddress, parseStoreAddress } from './address.ts'
import { explainOrphanedLog } from './sqlite/orphaned-log.ts'

/** There is no store where one is needed. */
export class MissingStoreError extends UsageError {}

/**
 * The error for a store in a file that is not there, or is empty; undefined where there is one, in memory, in a database
 * (which is opened as `existing`), and where even the folder is missing, which opening it explains. DECISIONS 178
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
    hint: 'is it in another folder? a new one is made by: testctl projects create',
  })
}

/** What is there at a path; true where that cannot be seen, which opening it explains. */
const look = (path: string): Stats | true | undefined => {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return true
  }
}
