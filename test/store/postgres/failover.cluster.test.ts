import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { ask, startPair } from '../../helpers/standby.ts'
import { insertProject, listProjects } from '../rows.ts'
import { layCable } from './cable.ts'
import { failure, open } from './opened.ts'

const writers = 16
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
    const kept: string[] = []
    const unknown: string[] = []
    let isEnding = false
    const write = async (writer: number) => {
      for (let at = 0; !isEnding; at++) {
        const name = `W${writer}_${at}`
        for (;;)
          try {
            await insertProject(stores[writer % 2]!, name)
            kept.push(name)
            break
          } catch (error) {
            if ((error as { status?: number }).status !== 503) {
              unknown.push(name)
              break
            }
            if (isEnding) break
            await sleep(20)
          }
      }
    }
    const writing = Array.from({ length: writers }, (_, writer) => write(writer))
    while (kept.length < 100 * round) await sleep(5)
    first.kill()
    const before = kept.length
    await ask(standby.address, 'select pg_promote()')
    while (kept.length < before + 200) await sleep(5)
    isEnding = true
    await Promise.all(writing)
    const stored = await listProjects(stores[0]!)
    expect(new Set(stored).size).toBe(stored.length)
    expect(kept.filter((name) => !stored.includes(name))).toEqual([])
    const answered = new Set([...kept, ...unknown])
    expect(stored.filter((name) => !answered.has(name))).toEqual([])
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
  expect(await lost).toMatchObject({ status: 500, message: expect.stringContaining('it may or may not be kept') })
  expect(await listProjects(store)).toEqual(['A'])
  expect(await insertProject(store, 'C')).toBe('C')
})
