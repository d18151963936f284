import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '../../helpers/postgres.setup.ts'
import { insertProject, listProjects } from '../rows.ts'
import { failure, open } from './opened.ts'

/** A store whose database waits for a standby that is not there, from `await awaitStandby()` to `await needNone()`. */
const openSynchronous = async () => {
  const server = await startPostgres()
  onTestFinished(server.remove)
  const address = `${server.address}/postgres`
  const store = await open(address, { timeoutMs: 1000, answerMs: 2000, discreet: true })
  await insertProject(store, 'A')
  const owner = new pg.Client(address)
  await owner.connect()
  // Before the server is stopped.
  onTestFinished(() => owner.end())
  const reload = async (setting: string) => {
    await owner.query(`alter system ${setting}`)
    await owner.query('select pg_reload_conf()')
    await until(async () => (await owner.query('show synchronous_standby_names')).rows)
  }
  const until = async (look: () => Promise<unknown[]>) => {
    while ((await look()).length === 0) await sleep(20)
  }
  return {
    store,
    awaitStandby: () => reload("set synchronous_standby_names = 'nobody'"),
    needNone: () => reload('reset synchronous_standby_names'),
    /** Ends the wait of a commit for its standby, as soon as there is one that waits. */
    cutShort: (how: string) =>
      until(
        async () =>
          (await owner.query(`select pg_${how}_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`)).rows,
      ),
  }
}

test.each(['cancel', 'terminate'])(
  'a write whose wait for a standby an administrator ends (%s) is unknown, not answered as done',
  async (how) => {
    const { store, awaitStandby, needNone, cutShort } = await openSynchronous()
    await awaitStandby()
    const writing = failure(insertProject(store, 'B'))
    await cutShort(how)
    expect(await writing).toMatchObject({ status: 500, message: 'the store failed: it may or may not have been done' })
    await needNone()
    await expect.poll(() => insertProject(store, 'C').catch(() => 'busy'), { timeout: 30_000 }).toBe('C')
    expect(await listProjects(store)).toEqual(['A', 'B', 'C'])
  },
)

test('a write whose wait was cut short is answered once a later commit has been received by the standbys', async () => {
  const { store, awaitStandby, needNone, cutShort } = await openSynchronous()
  await awaitStandby()
  const writing = insertProject(store, 'B')
  await cutShort('cancel')
  await needNone()
  expect(await writing).toBe('B')
  expect(await listProjects(store)).toEqual(['A', 'B'])
})
