import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { addStandby, ask, startPair } from '../../helpers/standby.ts'
import { insertProject, listProjects } from '../rows.ts'
import { layCable } from './cable.ts'
import { open } from './opened.ts'
import { openReading, whereReads } from './reading.ts'

// Servers that are no usable standby: testctl reads nothing from them, and the primary answers.

const hostOf = (address: string): string => new URL(address).host

test('a server that is no standby, another store, none at all and nobody: the primary answers, and each is named', async () => {
  const { first, standby } = await startPair({ isSync: false })
  const others = await startPair({ isSync: false })
  await insertProject(await open(`${others.first.address}/postgres`), 'THEIRS')
  const empty = await startPair({ isSync: false })
  const hosts = [first, others.standby, empty.standby].map(({ address }) => hostOf(address))
  const reads = `postgres://owner:secret@${[...hosts, '127.0.0.1:1'].join()}/postgres?target_session_attrs=standby`
  const { store, standbys, problems } = await openReading(`${first.address}/postgres`, reads)
  await insertProject(store, 'OURS')
  expect(problems()).toEqual([
    'it is no standby: it takes writes',
    'it holds another store',
    'it cannot be used',
    'it cannot be used',
  ])
  const causes = standbys.states().map(({ problem }) => (problem?.cause as Error | undefined)?.message)
  expect(causes[2]).toContain(`the database postgres on ${hosts[2]} lacks a part of the store`)
  expect(causes[3]).toContain('the database postgres on 127.0.0.1:1 cannot be reached')
  expect(JSON.stringify([causes, problems()])).not.toContain('secret')
  for (let at = 0; at < 5; at++) expect(await listProjects(store)).toEqual(['OURS'])

  const both = await openReading(
    `${first.address}/postgres`,
    `${reads.split('/postgres')[0]},${hostOf(standby.address)}/postgres`,
  )
  await expect.poll(both.problems).toContain(undefined)
  await expect.poll(() => both.store.read(whereReads)).toBe('standby')
})

test('a standby that dies is left, and used again when it is back', async () => {
  const { first, standby } = await startPair({ isSync: false })
  const { store, used, problems, standbys } = await openReading(
    `${first.address}/postgres`,
    `${standby.address}/postgres`,
  )
  const heard: unknown[] = []
  await used()
  standbys.onChange(({ problem }) => heard.push(problem?.message))
  await standby.stop()
  for (let at = 0; at < 3; at++) expect(await store.read(whereReads)).toBe('primary')
  expect(problems()).toEqual(['it cannot be used'])
  // Not awaited: a standby never logs the words that `start` waits for.
  void standby.start().catch(() => undefined)
  await expect.poll(() => store.read(whereReads)).toBe('standby')
  expect(heard).toEqual(['it cannot be used', undefined])
})

test('a standby is used again, too, where the primary was away when it was looked at', async () => {
  const { first, standby } = await startPair({ isSync: false })
  const { store, used, problems } = await openReading(`${first.address}/postgres`, `${standby.address}/postgres`)
  await used()
  await ask(standby.address, 'select pg_wal_replay_pause()')
  await insertProject(store, 'A')
  expect(await listProjects(store)).toEqual(['A'])
  expect(problems()).toEqual(['it is behind the primary'])
  await first.stop()
  await sleep(3000)
  await first.start()
  await ask(standby.address, 'select pg_wal_replay_resume()')
  await expect.poll(() => store.read(whereReads).catch(() => undefined)).toBe('standby')
  expect(await listProjects(store)).toEqual(['A'])
})

test('a standby that stops answering is left', async () => {
  const { first, standby } = await startPair({ isSync: false })
  let isMute = false
  const cable = await layCable(`${standby.address}/postgres`, () => (isMute ? 'lose' : 'pass'))
  onTestFinished(cable.remove)
  const { store, used, problems } = await openReading(`${first.address}/postgres`, cable.address)
  await used()
  isMute = true
  expect(await store.read(whereReads)).toBe('primary')
  expect(problems()).toEqual(['it cannot be used'])
})

test('of many who read when a standby stops answering, only those whose turn it was wait for it', async () => {
  const { first, standby } = await startPair({ isSync: false })
  let isMute = false
  let connecting = 0
  const cable = await layCable(`${standby.address}/postgres`, (sent) => {
    if (isMute && sent.includes('application_name')) connecting += 1
    return isMute ? 'lose' : 'pass'
  })
  onTestFinished(cable.remove)
  const { store, standbys, used } = await openReading(`${first.address}/postgres`, cable.address)
  await used()
  const readMany = () => Promise.all(Array.from({ length: 200 }, () => store.read(whereReads)))
  // Makes all four connections to the standby.
  expect(await readMany()).toContain('standby')
  isMute = true
  const reads = readMany()
  const looked = standbys.look()
  expect(new Set(await reads)).toEqual(new Set(['primary']))
  await looked
  // All four connections were lost. The waiting reads opened none again, although the standby is looked at meanwhile; that look may.
  expect(connecting).toBeLessThan(4)
})

test('a standby that is promoted is read as the primary that it is', async () => {
  const { first, standby } = await startPair({ isSync: true })
  const address = `postgres://owner:secret@${hostOf(first.address)},${hostOf(standby.address)}/postgres`
  const { store, problems } = await openReading(address, address)
  await expect.poll(problems).toEqual(['it is no standby: it takes writes', undefined])
  await insertProject(store, 'A')
  first.kill()
  await ask(standby.address, 'select pg_promote()')
  await expect.poll(() => insertProject(store, 'B').catch(() => undefined)).toBe('B')
  expect(await listProjects(store)).toEqual(['A', 'B'])
  expect(await store.read(whereReads)).toBe('primary')
  expect(problems()[1]).toBe('it is no standby: it takes writes')
})

test('a standby that has more of the old primary than the new one has is not read, though its log is longer', async () => {
  const { first, standby, link } = await startPair({ isSync: false })
  const ahead = await addStandby(first)
  const old = await open(`${first.address}/postgres`)
  await insertProject(old, 'A')
  while ((await ask(standby.address, `select from pg_tables where tablename = 'projects'`)) === 0) await sleep(20)
  while ((await ask(standby.address, `select from projects`)) === 0) await sleep(20)
  await link.remove()
  await insertProject(old, 'LOST')
  await ask(first.address, 'create table much as select generate_series(1, 100000) as one')
  while ((await ask(ahead.standby.address, `select from pg_tables where tablename = 'much'`)) === 0) await sleep(20)
  first.kill()
  await ask(standby.address, 'select pg_promote()')
  const { store, problems } = await openReading(`${standby.address}/postgres`, `${ahead.standby.address}/postgres`)
  await insertProject(store, 'B')
  expect(await listProjects(store)).toEqual(['A', 'B'])
  expect(problems()).toEqual(['it does not follow the primary: it is on another timeline'])
})

test('a standby that follows one that was promoted is used after a checkpoint there', async () => {
  const { first, standby } = await startPair({ isSync: false })
  const after = await addStandby(standby)
  await insertProject(await open(`${first.address}/postgres`), 'A')
  for (const { address } of [standby, after.standby])
    await expect.poll(() => ask(address, 'select from projects').catch(() => 0)).toBe(1)
  first.kill()
  await ask(standby.address, 'select pg_promote()')
  const { store, used } = await openReading(`${standby.address}/postgres`, `${after.standby.address}/postgres`)
  await insertProject(store, 'B')
  expect(await listProjects(store)).toEqual(['A', 'B'])
  await ask(standby.address, 'checkpoint')
  const hasAll = `select from projects where identifier = 'B'`
  while ((await ask(after.standby.address, hasAll)) === 0) await sleep(20)
  await ask(after.standby.address, 'checkpoint')
  await used()
  await expect.poll(() => store.read(whereReads)).toBe('standby')
  expect(await listProjects(store)).toEqual(['A', 'B'])
})
