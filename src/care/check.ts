import { createQueries } from '../store/queries.ts'
import type { Queries } from '../store/tables.ts'
import { type Counts, countContents } from './contents.ts'
import { findDamage, withFile } from './file.ts'
import { checks, type Finding } from './findings.ts'
import { withStore } from './opening.ts'
import { locate, type Setting } from './places.ts'
import { known, readVersion } from './versions.ts'

/** What a store is like: `counts` is missing where it cannot even be counted. */
export type Checked = {
  store: string
  version: number
  counts?: Counts
  findings: readonly Finding[]
}

/** Looks for everything that ought not to be in a store, and changes nothing. All is seen at one moment. */
export const check = async (address: string, setting: Setting): Promise<Checked> => {
  const spot = locate(address, setting)
  if (!spot.file) {
    const version = await readVersion(spot, setting)
    const inspected = await withStore(spot, setting, (store) => store.read((queries) => inspect(queries, version)))
    return { store: spot.said, version, ...inspected }
  }
  const damaged = (words: readonly string[]): Finding[] =>
    words.map((found) => ({ what: 'damage', where: spot.said, found, hint: 'restore the last backup' }))
  return withFile(spot.file, async (connection, version) => {
    const checked = { store: spot.said, version }
    connection.query('begin')
    try {
      const damage = damaged(findDamage(connection))
      const { counts, findings } = await inspect(createQueries(connection.query, 'sqlite'), version)
      return { ...checked, counts, findings: [...damage, ...findings] }
    } finally {
      if (connection.inTransaction()) connection.query('rollback')
    }
  })
}

const inspect = async (queries: Queries, version: number) => {
  const counts = await countContents(queries, version)
  const findings: Finding[] = []
  for (const find of checks.filter(({ since }) => version >= since)) findings.push(...(await find.look(queries)))
  if (version < known)
    findings.push({
      what: 'version',
      where: '',
      found: `the schema is of version ${version}; this testctl knows ${known}`,
      hint: 'testctl store migrate',
    })
  return { counts, findings }
}
