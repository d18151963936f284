import { isPostgresAddress, isStoreAddress, parseStoreAddress, type StoreLocation } from '../../store/address.ts'
import { migrations } from '../../store/migrations.ts'
import { examineDatabase } from '../../store/postgres/examine.ts'
import type { Io } from '../../system/io.ts'
import { type Finding, ok, warn } from '../finding.ts'

/** Returns the store that TESTCTL_STORE names: the address of a database, or a file; undefined if it names no store. */
export const findNamedStore = ({
  env,
  cwd,
}: Pick<Io, 'env' | 'cwd'>):
  | { address: string; place?: never }
  | { place: StoreLocation; address?: never }
  | undefined => {
  const address = env['TESTCTL_STORE']?.trim() ?? ''
  if (isPostgresAddress(address)) return { address }
  // The commands that use an invalid address report it; the other checks go on.
  if (!isStoreAddress(address) || /^file:\/*$/i.test(address)) return undefined
  return { place: parseStoreAddress(address, cwd) }
}

/** Checks a database, within `timeoutMs` milliseconds. Creates and upgrades nothing. */
export const checkDatabase = async (address: string, timeoutMs: number): Promise<Finding> => {
  const { label, version, engine } = await examineDatabase(address, timeoutMs)
  if (!engine) return ok(`${label} is empty; the first command that uses it makes the store`)
  const message = `${label}, version ${version} of ${migrations.length}; ${engine.summary}`
  if (engine.caveats.length === 0) return ok(message)
  return warn(message, 'see "What holds on which engine" in the guide for a server')
}
