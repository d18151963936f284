import { expect, onTestFinished, test as anyTest } from 'vitest'
import { startPooler } from '../../helpers/pooler.ts'
import { createSchema } from '../../helpers/postgres.ts'
import { lacks } from '../../helpers/programs.ts'
import { ask, startPair } from '../../helpers/standby.ts'
import { insertProject, listProjects } from '../rows.ts'
import { openReading, whereReads } from './reading.ts'

// RELIABILITY 21. Standbys answer reads, and no answer is older than a write. The same with a server: e2e/reads.cluster.test.ts.

const test = anyTest.skipIf(lacks('pgbouncer'))

const openPair = async (settings: readonly string[] = []) => {
  const { first, standby } = await startPair({ isSync: false, settings })
  const address = `${first.address}/postgres`
  const reads = `${standby.address}/postgres`
  return { first, standby, address, reads, opened: () => openReading(address, reads) }
}

test('reads go to the standby, writes to the primary', async () => {
  const { opened } = await openPair()
  const { store, primary, standbys, used } = await opened()
  await used()
  await insertProject(store, 'A')
  await expect.poll(() => store.read(whereReads)).toBe('standby')
  expect(await listProjects(store)).toEqual(['A'])
  expect(await primary.read(whereReads)).toBe('primary')
  expect(standbys.counts().standby).toBeGreaterThan(0)
  await standbys.close()
  expect(await store.read(whereReads)).toBe('primary')
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

test('sixteen who write through one server and read through another see each write, and the standby answers', async () => {
  const { opened } = await openPair()
  const [here, there] = [await opened(), await opened()]
  await there.used()
  const seen = { standby: 0, primary: 0 }
  const unseen: string[] = []
  await Promise.all(
    Array.from({ length: 16 }, async (_, writer) => {
      for (let at = 0; at < 25; at++) {
        const name = await insertProject(here.store, `W${writer}-${at}`)
        const [where, names] = await there.store.read(async (queries) => [
          await whereReads(queries),
          await queries.selectFrom('projects').select('identifier').execute(),
        ])
        seen[where] += 1
        if (!names.some(({ identifier }) => identifier === name)) unseen.push(name)
      }
    }),
  )
  expect(unseen).toEqual([])
  expect(seen.standby).toBeGreaterThan(0)
})

test('poolers in front of both, and a schema that the address names, change nothing', async () => {
  const { first, standby } = await openPair()
  const settings = ['default_pool_size = 2']
  const poolers = [await startPooler(first.address, settings), await startPooler(standby.address, settings)] as const
  for (const { remove } of poolers) onTestFinished(remove)
  const { address: inSchema } = await createSchema(`${first.address}/postgres`)
  const [address, reads] = poolers.map((pooler) => inSchema.replace(first.address, pooler.address.replace(/\/$/, '')))
  const { store, used } = await openReading(address!, reads!)
  await used()
  for (let at = 0; at < 20; at++) {
    await insertProject(store, `P${at}`)
    expect(await listProjects(store)).toHaveLength(at + 1)
  }
  await expect.poll(() => store.read(whereReads)).toBe('standby')
})

test.each(['a query', 'a pause between two'])(
  'a read that the standby ends to apply the log, in %s, is done at the primary',
  async (when) => {
    const { first, opened } = await openPair(['max_standby_streaming_delay=0', 'hot_standby_feedback=off'])
    const { store, used, problems } = await opened()
    await insertProject(store, 'A')
    await used()
    const places: string[] = []
    const vacuum = async () => {
      await ask(first.address, `update projects set name = 'y'`)
      await ask(first.address, 'vacuum projects')
    }
    const names = await store.read(async (queries) => {
      const place = await whereReads(queries)
      places.push(place)
      const sleeping = queries.selectNoFrom((is) => is.fn('pg_sleep', [is.val(2)]).as('slept'))
      if (place === 'standby') await Promise.all([vacuum(), when === 'a query' && sleeping.execute()])
      if (place === 'standby') await sleeping.execute()
      return queries.selectFrom('projects').select('identifier').execute()
    })
    expect(places).toEqual(['standby', 'primary'])
    expect(names).toEqual([{ identifier: 'A' }])
    expect(problems()).toEqual([undefined])
    await expect.poll(() => store.read(whereReads)).toBe('standby')
  },
)
