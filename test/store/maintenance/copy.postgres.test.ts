import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { backUp } from '../../../src/store/maintenance/backup.ts'
import { check } from '../../../src/store/maintenance/check.ts'
import { copyStore } from '../../../src/store/maintenance/copy.ts'
import { withStore } from '../../../src/store/maintenance/open.ts'
import { restore } from '../../../src/store/maintenance/restore.ts'
import { statementOf } from '../../../src/store/queries.ts'
import { connect, createDatabase, createSchema, createStore, emptyStore } from '../../helpers/postgres.ts'
import { insertProject } from '../rows.ts'
import { layCable } from '../postgres/cable.ts'
import { histories, live } from './history.ts'
import { createSetting, digestsOf, using } from './setting.ts'

let made = 0

test('whatever a team wrote is the same after it was copied to PostgreSQL and back', async () => {
  const setting = await createSetting()
  const database = await createDatabase()
  const client = await connect(database.address)
  onTestFinished(() => client.end())
  // The first copy creates the tables in this schema.
  const schema = await createSchema(database.address)
  const { address } = schema
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const [there, back] = [`file:${setting.folder}/${++made}.db`, `file:${setting.folder}/${made}-back.db`]
      await using(there, (store) => live(store, history))
      if (made > 1) await emptyStore(client, schema)
      await copyStore({ from: there, to: address }, setting)
      await copyStore({ from: address, to: back }, setting)
      const digests = await digestsOf(there)
      expect(await digestsOf(address)).toEqual(digests)
      expect(await digestsOf(back)).toEqual(digests)
      for (const store of [there, address, back]) expect((await check(store, setting)).findings).toEqual([])
    }),
    { numRuns: 12 },
  )
})

test('a copy goes on as the original would: the next numbers are given, and the keys hold', async () => {
  const setting = await createSetting()
  const { address } = await createDatabase()
  await using(`file:${setting.folder}/a.db`, (store) => insertProject(store, 'WEB'))
  await copyStore({ from: `file:${setting.folder}/a.db`, to: address }, setting)
  await using(address, (store) => insertProject(store, 'APP'))
  expect((await check(address, setting)).counts).toMatchObject({ projects: 2 })
})

test('a copy that was kept is not said to have failed where the database is lost after it', async () => {
  const setting = await createSetting()
  const cable = await layCable((await createDatabase()).address, (sent) =>
    sent.includes('repeatable read') ? 'cut before' : 'pass',
  )
  onTestFinished(cable.remove)
  await using(`file:${setting.folder}/a.db`, (store) => insertProject(store, 'WEB'))
  const copied = await copyStore({ from: `file:${setting.folder}/a.db`, to: cable.address }, setting)
  expect(copied.counts).toMatchObject({ projects: 1 })
})

test('a database that has something is no target, and stays as it is', async () => {
  const setting = await createSetting()
  const { address } = await createStore()
  await using(address, (store) => insertProject(store, 'OLD'))
  await using(`file:${setting.folder}/a.db`, (store) => insertProject(store, 'WEB'))
  const before = await digestsOf(address)
  await expect(copyStore({ from: `file:${setting.folder}/a.db`, to: address }, setting)).rejects.toMatchObject({
    message: expect.stringMatching(/^test_\d+_\d+ on 127\.0\.0\.1:\d+ is not empty$/) as string,
    hint: `name a new one; to replace its contents: testctl store restore file:${setting.folder}/a.db --store ${address.replace(/:[^:@]*@/, '@')}`,
  })
  expect(await digestsOf(address)).toEqual(before)
})

test('a backup of a database is a file, and is restored into it or into a file', async () => {
  const setting = await createSetting()
  const { address } = await createStore()
  await using(address, (store) => insertProject(store, 'WEB'))
  const kept = await digestsOf(address)
  const file = { label: 'backup.db', path: join(setting.folder, 'backup.db') }
  expect(await backUp({ from: address, to: file }, setting)).toMatchObject({ counts: { projects: 1 }, version: 3 })
  expect(await digestsOf(`file:${file.path}`)).toEqual(kept)
  await using(address, (store) => insertProject(store, 'APP'))
  const later = await digestsOf(address)
  const { before } = await restore({ file, to: address, replace: true }, setting)
  expect(await digestsOf(address)).toEqual(kept)
  expect(await digestsOf(`file:${join(setting.folder, before!)}`)).toEqual(later)
  await restore({ file, to: `file:${setting.folder}/other.db`, replace: false }, setting)
  expect(await digestsOf(`file:${setting.folder}/other.db`)).toEqual(kept)
})

test('what does not fit together in a database is found', async () => {
  const setting = await createSetting()
  const { address, ask } = await createStore()
  await using(address, (store) =>
    live(store, { ...fc.sample(histories, { seed: 1, numRuns: 1 })[0]!, runs: ['R'], gone: 0 }),
  )
  await ask(
    'update runs set total = total + 1, failed = failed + 1; update projects set last_run = 0; delete from run_spans',
  )
  const { findings } = await check(address, setting)
  expect(findings.map(({ what }) => what)).toEqual(['counters', 'numbers', 'pages'])
})

test('a database of an earlier version is not upgraded by a copy, which is refused', async () => {
  const setting = await createSetting()
  const { address, ask } = await createStore()
  await using(address, (store) => insertProject(store, 'WEB'))
  await ask('update testctl_store set version = 2')
  await expect(copyStore({ from: address, to: 'file:b.db' }, setting)).rejects.toMatchObject({
    message: expect.stringMatching(/is of version 2, and this testctl knows 3$/) as string,
    hint: `upgrade it first: testctl store migrate --store ${address.replace(/:[^:@]*@/, '@')}`,
  })
  expect(await ask('select version from testctl_store')).toEqual([{ version: '2' }])
})

test('a check of a database waits for a statement that takes ten minutes', async () => {
  const { address } = await createStore()
  const answer = withStore({ address }, await createSetting(), (store) =>
    store.read(async (queries) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const slow = statementOf(queries)!('select pg_sleep(1)')
      await vi.advanceTimersByTimeAsync(600_000)
      return slow
    }),
  ).finally(() => vi.useRealTimers())
  expect(await answer).toMatchObject({ changes: 1 })
})

test('a backup of a database may work on its file for longer than 40 seconds, and the database waits for it', async () => {
  const { address } = await createStore()
  const limit = await withStore({ address }, await createSetting(), (store) =>
    store.read(async (queries) =>
      statementOf(queries)!("select current_setting('idle_in_transaction_session_timeout') as ms"),
    ),
  )
  expect(limit.rows).toEqual([{ ms: '1h' }])
})
