import { pathInAddress, type Paths, platformPaths } from '../system/files/drive.ts'
import { UsageError } from '../errors.ts'

/** The location of a store: a file, with the name that the user gave (`label`) and the path that is opened, or memory. */
export type StoreLocation = { label: string; path: string }

/** Whether an address names a store in a file or in memory: `file:./team.db`, `:memory:`. */
export const isStoreAddress = (address: string): boolean => /^file:|^:memory:$/i.test(address)

/** Whether an address names a store in a PostgreSQL: `postgres://user@host/database`. */
export const isPostgresAddress = (address: string): boolean => /^postgres(ql)?:\/\//i.test(address)

/**
 * Reads `file:./team.db`, `file:/abs/team.db`, `file:///abs/team.db`, and `:memory:` or `file::memory:`.
 * A relative path starts at `folder`. On Windows a path may begin with a drive: `file:C:\team.db`, `file:///C:/team.db`
 * (DECISIONS 119).
 */
export const parseStoreAddress = (address: string, folder = '.', paths: Paths = platformPaths): StoreLocation => {
  if (!isStoreAddress(address))
    throw new UsageError(`${address} is not the address of a store`, {
      hint: /^[\w./\\-]+$/.test(address)
        ? `a store in a file is written file:${address}`
        : 'write a store as file:./team.db',
    })
  const label = pathInAddress(address.replace(/^file:/i, '').replace(/^\/\/(?=\/)/, ''), paths)
  if (label === memory) return { label: 'in memory', path: memory }
  if (label === '' || label.startsWith('//') || label.includes('\0'))
    throw new UsageError(`${JSON.stringify(address)} names no file`, { hint: 'write a store as file:./team.db' })
  const hasDrive = paths.sep === '\\' && /^[a-z]:/i.test(label)
  return { label, path: hasDrive || paths.isAbsolute(label) ? label : paths.join(folder, label) }
}

const memory = ':memory:'
