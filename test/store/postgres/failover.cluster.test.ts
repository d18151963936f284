import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { ask, startPair } from '../../helpers/standby.ts'
import { insertProject, listProjects } from '../rows.ts'
import { layCable } from './cable.ts'
import { failure, open } from './opened.ts'
import { startWriters } from './writers.ts'

const rounds = Number(process.env['TESTCTL_FAILOVERS'] ?? 3)

test.each(Array.from({ length: rounds }, (_, at) => at + 1))(
  'a standby takes over while sixteen write: nothing that was answered is lost or doubled, and writing goes on (round %i)',
  async (round) => {
    const { first, standby } = await startPair({ isSync: true })
    const hosts = `127.0.0.1:${new URL(first.address).port},127.0.0.1:${new URL(standby.address).port}`
    const reading = await open(`${standby.address}/postgres`).catch((error: unknown) => error)
    expect(reading).toMatchObject({ message: expect.stringContaining('can be read but not written') })
    const stores = await Promise.all(
      [1, 2].map(() =>
        open(`postgres://owner:secret@${hosts}/postgres?target_session_attrs=read-write`, { timeoutMs: 2_000 }),
      ),
    )
    const writers = startWriters(stores)
    await writers.more(100 * round)
    first.kill()
    await ask(standby.address, 'select pg_promote()')
    await writers.more(200)
    expect((await writers.end()).lost).toEqual([])
  },
)

test('a write that is lost with its server is said to be unknown, though the standby knows another one of that number', async () => {
  const { first, standby, link } = await startPair({ isSync: false })
  let next: 'goes on' | 'is the last' | 'is gone' = 'goes on'
  const cable = await layCable(`${first.address}/postgres`, (sent) => {
    if (next === 'is gone') return 'cut before'
    if (next === 'goes on' || !sent.includes('commit\0')) return 'pass'
    next = 'is gone'
    return 'cut after'
  })
  onTestFinished(cable.remove)
  const hosts = [cable.address, standby.address].map((address) => new URL(address).host).join()
  const store = await open(`postgres://owner:secret@${hosts}/postgres`)
  await insertProject(store, 'A')
  while (!(await ask(first.address, 'select from pg_stat_replication where replay_lsn = pg_current_wal_lsn()')))
    await sleep(20)
  await link.remove()
  next = 'is the last'
  const lost = failure(insertProject(store, 'B'))
  while ((await ask(first.address, `select from projects where identifier = 'B'`)) === 0) await sleep(20)
  first.kill()
  await ask(standby.address, 'select pg_promote()')
  for (let at = 0; at < 20; at++) await ask(standby.address, 'select pg_current_xact_id()')
  expect(await lost).toMatchObject({
    status: 500,
    message: expect.stringContaining('the change may or may not be stored'),
  })
  expect(await listProjects(store)).toEqual(['A'])
  expect(await insertProject(store, 'C')).toBe('C')
})
