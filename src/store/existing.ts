import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { UsageError } from '../errors.ts'
import { isStoreAddress, parseStoreAddress } from './address.ts'

/**
 * The UsageError for a store in a file that is not there; undefined where there is one, in memory, in a database, and where
 * even the folder is missing, which opening it explains. DECISIONS 178
 */
export const explainMissingStore = (address: string, folder: string): UsageError | undefined => {
  if (!isStoreAddress(address)) return undefined
  const { path } = parseStoreAddress(address, folder)
  if (path === ':memory:' || isThere(path) || !isThere(dirname(path))) return undefined
  return new UsageError(`there is no store ${resolve(folder, path)}`, {
    hint: 'is it in another folder? a new one is made by: testctl projects create',
  })
}

const isThere = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    // Opening it explains why it cannot be read.
    return true
  }
}
