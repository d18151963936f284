import { isPostgresAddress } from '../../store/address.ts'
import { migrations } from '../../store/migrations.ts'
import { examineDatabase } from '../../store/postgres/examine.ts'
import type { Io } from '../../system/io.ts'
import { type Finding, ok, warn } from '../finding.ts'
import type { RunCheck } from '../run-check.ts'

/** The check of a database that TESTCTL_STORE names; none where it names something else. Nothing is made or upgraded. */
export const checkNamedStore = async ({
  io: { env },
  limit,
  look,
}: {
  io: Pick<Io, 'env'>
  limit: number
  look: RunCheck
}): Promise<void> => {
  const address = env['TESTCTL_STORE']?.trim()
  if (address && isPostgresAddress(address)) await look('database', () => checkDatabase(address, limit))
}

const checkDatabase = async (address: string, timeoutMs: number): Promise<Finding> => {
  const { label, version, engine } = await examineDatabase(address, timeoutMs)
  if (!engine) return ok(`${label} is empty; the first command that uses it makes the store`)
  const message = `${label}, version ${version} of ${migrations.length}; ${engine.summary}`
  if (engine.caveats.length === 0) return ok(message)
  return warn(message, 'see "What holds on which engine" in the guide for a server')
}
