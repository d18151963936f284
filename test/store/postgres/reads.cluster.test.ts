import { expect, test } from 'vitest'
import { ask, startPair } from '../../helpers/standby.ts'
import { insertProject, listProjects } from '../rows.ts'
import { openReading, whereReads } from './reading.ts'

// Reads that standbys answer. What a server makes of it: e2e/reads.cluster.test.ts.

const openPair = async ({ settings }: { settings?: readonly string[] } = {}) => {
  const { first, standby, link } = await startPair({ isSync: false, ...(settings && { settings }) })
  const address = `${first.address}/postgres`
  const reads = `${standby.address}/postgres`
  return { first, standby, link, address, reads, opened: () => openReading(address, reads) }
}

test('reads go to the standby, and writes to the primary', async () => {
  const { opened } = await openPair()
  const { store, primary, used } = await opened()
  await used()
  await insertProject(store, 'A')
  expect(await store.read(whereReads)).toBe('standby')
  expect(await listProjects(store)).toEqual(['A'])
  expect(await primary.read(whereReads)).toBe('primary')
})

test('a write is seen at once through another server, also while the standby applies nothing', async () => {
  const { opened, standby } = await openPair()
  const [here, there] = [await opened(), await opened()]
  await here.used()
  await there.used()
  await ask(standby.address, 'select pg_wal_replay_pause()')
  await insertProject(here.store, 'A')
  expect(await listProjects(there.store)).toEqual(['A'])
  expect(await there.store.read(whereReads)).toBe('primary')
  expect(there.problems()).toEqual(['it is behind the primary'])
  await ask(standby.address, 'select pg_wal_replay_resume()')
  await expect.poll(() => there.store.read(whereReads)).toBe('standby')
  expect(await listProjects(there.store)).toEqual(['A'])
})
