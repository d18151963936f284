import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../../src/store/index.ts'
import { ask } from '../../helpers/postgres.ts'
import { startPostgres } from '../../helpers/postgres.setup.ts'
import { insertProject, listProjects } from '../rows.ts'
import { failure, open } from './opened.ts'

let server: Awaited<ReturnType<typeof startPostgres>>
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.remove())

let made = 0

/** Opens a store with the project `A` whose database waits for a missing standby until `needNone()` is called. */
const openSynchronous = async (limits = { timeoutMs: 3000, answerMs: 2000 }) => {
  const name = `waits_${++made}`
  await ask(`${server.address}/postgres`, `create database ${name} strategy file_copy`)
  const address = `${server.address}/${name}`
  const before = await openStore(address)
  await insertProject(before, 'A')
  await before.close()
  const needNone = async () => {
    await ask(address, 'alter system reset synchronous_standby_names')
    await ask(address, 'select pg_reload_conf()')
  }
  // Otherwise the next test would wait for that standby, too.
  onTestFinished(needNone)
  await ask(address, "alter system set synchronous_standby_names = 'nobody'")
  // A restart, because a reloaded setting takes effect only a moment later.
  await server.stop()
  await server.start()
  return {
    store: await open(address, { ...limits, discreet: true }),
    needNone,
    /** Ends the wait of a commit for its standby, as soon as a commit waits. */
    cutShort: (how: string) =>
      expect
        .poll(() => ask(address, `select pg_${how}_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`), {
          timeout: 20_000,
        })
        .toHaveLength(1),
  }
}

test.each(['cancel', 'terminate'])(
  'a write whose wait for a standby an administrator ends (%s) is unknown, not answered as done',
  async (how) => {
    const { store, needNone, cutShort } = await openSynchronous()
    const writing = failure(insertProject(store, 'B'))
    await cutShort(how)
    expect(await writing).toMatchObject({ status: 500, message: 'the store failed: it may or may not have been done' })
    await needNone()
    await expect.poll(() => insertProject(store, 'C').catch(() => 'busy'), { timeout: 30_000 }).toBe('C')
    expect(await listProjects(store)).toEqual(['A', 'B', 'C'])
  },
)

test('a write whose wait was cut short is answered once a later commit has been received by the standbys', async () => {
  const { store, needNone, cutShort } = await openSynchronous({ timeoutMs: 30_000, answerMs: 20_000 })
  const writing = insertProject(store, 'B')
  await cutShort('cancel')
  await needNone()
  expect(await writing).toBe('B')
  expect(await listProjects(store)).toEqual(['A', 'B'])
})
