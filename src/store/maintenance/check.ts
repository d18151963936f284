import { createQueries } from '../queries.ts'
import { reasonOf, restoringAnew } from '../sqlite/errors.ts'
import type { Queries } from '../table-types.ts'
import { checkCounters } from './checks/counters.ts'
import { checkNumbers } from './checks/display-ids.ts'
import { findForeignParts } from './checks/foreign-parts.ts'
import { checkOwners } from './checks/ownership.ts'
import { checkSpans } from './checks/page-index.ts'
import { checkTexts } from './checks/json-columns.ts'
import { type RowCounts, countContents } from './contents.ts'
import { findDamage, withFile } from './store-file.ts'
import type { Flaw } from './checks/finding.ts'
import { withStore } from './open.ts'
import { locate, type MaintenanceOptions, type Spot, storeFlag } from './locations.ts'
import { isBroken } from './new-file/digest.ts'
import { known, readStoreVersion } from './versions.ts'

/** Something wrong in a store, and how to fix it. */
export type Violation = Flaw & { hint: string }

/** The state of a store. `counts` is missing if its rows cannot be counted, or only after an upgrade. */
export type Checked = { store: string; version: number; counts?: RowCounts; findings: readonly Violation[] }

/**
 * Looks for everything that is wrong in a store, in one snapshot, and changes nothing. DECISIONS 64
 */
export const check = async (address: string, setting: MaintenanceOptions): Promise<Checked> => {
  const spot = locate(address, setting)
  const store = spot.label
  if (!spot.file) {
    const version = await readStoreVersion(spot, setting)
    const read = () => withStore(spot, setting, (opened) => opened.read((queries) => inspect(queries, spot, version)))
    // Opening it would upgrade it.
    return { store, version, ...(version < known ? { findings: [old(spot, version)] } : await read()) }
  }
  const { path } = spot.file
  return withFile(spot.file, async (connection, version) => {
    connection.run('begin')
    const findings: Violation[] = []
    if (await isBroken(path)) findings.push(damage(spot, 'bytes of this backup have changed since it was made'))
    try {
      const foreign = findForeignParts(connection).map((flaw) => ({ ...flaw, hint: restoring(spot) }))
      if (foreign.length > 0) return { store, version, findings: [...findings, ...foreign] }
      for (const found of findDamage(connection)) findings.push(damage(spot, found))
      const inspected = await inspect(createQueries(connection.query, 'sqlite'), spot, version)
      return { store, version, counts: inspected.counts, findings: [...findings, ...inspected.findings] }
    } catch (error) {
      if (reasonOf(error) !== 'CORRUPT') throw error
      return { store, version, findings: [...findings, damage(spot, (error as Error).message)] }
    } finally {
      if (connection.inTransaction()) connection.run('rollback')
    }
  })
}

/** The checks, each with the schema version from which on it applies. */
const checks: readonly { since: number; look: (queries: Queries) => Promise<Flaw[]> }[] = [
  { since: 1, look: checkCounters },
  { since: 1, look: checkNumbers },
  { since: 1, look: checkOwners },
  { since: 2, look: checkSpans },
  { since: 1, look: checkTexts },
]

const inspect = async (
  queries: Queries,
  spot: Spot,
  version: number,
): Promise<{ counts: RowCounts; findings: Violation[] }> => {
  const counts = await countContents(queries, version)
  const findings = version < known ? [old(spot, version)] : []
  for (const { look } of checks.filter(({ since }) => version >= since))
    for (const flaw of await look(queries)) findings.push({ ...flaw, hint: restoring(spot) })
  return { counts, findings }
}

const damage = ({ label }: Spot, found: string): Violation => ({
  what: 'damage',
  where: label,
  found,
  hint: restoringAnew,
})

// The advice if nothing less helps. It names this store, because another one may be configured as the service.
const restoring = (spot: Spot): string => `restore the last backup: testctl store restore FILE${storeFlag(spot)}`

const old = (spot: Spot, version: number): Violation => ({
  what: 'version',
  where: 'schema',
  found: `it is of version ${version}, and this testctl knows ${known}`,
  hint: `upgrade it: testctl store migrate${storeFlag(spot)}`,
})
