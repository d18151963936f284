import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { ask, startPair } from '../../helpers/standby.ts'
import { insertProject, listProjects } from '../rows.ts'
import { layCable } from './cable.ts'
import { failure, open } from './opened.ts'

/** Reads a position in the write-ahead log of a server, in bytes. */
const positionOf = async (address: string, which: string): Promise<bigint> => {
  const client = new pg.Client(`${address}/postgres`)
  await client.connect()
  try {
    const { rows } = await client.query<{ at: string }>(`select pg_wal_lsn_diff(${which}, '0/0')::text as at`)
    return BigInt(rows[0]!.at)
  } finally {
    await client.end()
  }
}

test('a standby that follows asynchronously takes over: lost are exactly the answered writes that it had not received', async () => {
  const { first, standby, link } = await startPair({ isSync: false })
  const hosts = [first, standby].map(({ address }) => new URL(address).host).join()
  const store = await open(`postgres://owner:secret@${hosts}/postgres`, { timeoutMs: 2_000 })
  const late = 'a failover can lose the last answered writes (a standby follows asynchronously)'
  expect((await store.examine())?.caveats).toContain(late)

  const answered: { name: string; before: bigint; after: bigint }[] = []
  const write = async (count: number) => {
    for (let at = 0; at < count; at++) {
      const before = await positionOf(first.address, 'pg_current_wal_insert_lsn()')
      const name = await insertProject(store, `P${answered.length}`)
      answered.push({ name, before, after: await positionOf(first.address, 'pg_current_wal_lsn()') })
    }
  }
  await write(15)
  // Cuts the link in the middle of the writes, without waiting for data in flight.
  const writing = write(15)
  await sleep(Math.random() * 50)
  await link.remove()
  await writing
  first.kill()
  const received = await positionOf(standby.address, 'pg_last_wal_receive_lsn()')
  await positionOf(standby.address, `(select case when pg_promote() then '0/0'::pg_lsn end)`)

  const stored = await listProjects(store)
  const names = answered.map(({ name }) => name)
  expect(stored).toEqual(names.slice(0, stored.length))
  const has = (name: string) => stored.includes(name)
  expect(answered.filter(({ name, after }) => after <= received && !has(name))).toEqual([])
  expect(answered.filter(({ name, before }) => before >= received && has(name))).toEqual([])
  expect([stored.length > 0, stored.length < answered.length]).toEqual([true, true])

  // A client that finds its answered write missing repeats it; the data that is left is consistent.
  for (const name of names.slice(stored.length)) expect(await insertProject(store, name)).toBe(name)
  expect(await listProjects(store)).toEqual(names)
  expect((await store.examine())?.caveats).not.toContain(late)
})

test('a standby that an answer waits for is no reason to say so', async () => {
  const { first } = await startPair({ isSync: true })
  const store = await open(`${first.address}/postgres`)
  expect((await store.examine())?.caveats.filter((caveat) => caveat.includes('standby'))).toEqual([])
})

test('a server that was replaced by its standby and still answers is not written to', async () => {
  const { first, standby, link } = await startPair({ isSync: false })
  let isGone = false
  const cable = await layCable(`${first.address}/postgres`, () => (isGone ? 'cut before' : 'pass'))
  onTestFinished(cable.remove)
  const hosts = [cable.address, standby.address].map((address) => new URL(address).host).join()
  const store = await open(`postgres://owner:secret@${hosts}/postgres`, { timeoutMs: 2_000 })
  await insertProject(store, 'A')
  while (!(await ask(first.address, 'select from pg_stat_replication where replay_lsn = pg_current_wal_lsn()')))
    await sleep(20)
  await link.remove()
  await ask(standby.address, 'select pg_promote()')
  isGone = true
  expect(await insertProject(store, 'B')).toBe('B')

  isGone = false
  await ask(
    standby.address,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'testctl'`,
  )
  const error = await failure(insertProject(store, 'C'))
  expect(error).toMatchObject({ status: 503, hint: expect.stringContaining('stop the old one') })
  expect(error.message).toMatch(/: a server that was replaced by its standby answers at /)
  expect(await ask(first.address, 'select from projects')).toBe(1)
  first.kill()
  expect(await insertProject(store, 'C')).toBe('C')
  expect(await listProjects(store)).toEqual(['A', 'B', 'C'])
})
