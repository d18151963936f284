import { type AddressInfo, createServer } from 'node:net'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openStore } from '../../../src/store/index.ts'
import { migrations } from '../../../src/store/migrations.ts'
import { createDatabase } from '../../helpers/postgres.ts'
import { insertProject, listProjects } from '../rows.ts'

const refused = (address: string) =>
  openStore(address).then(
    () => expect.fail('it was opened'),
    (error: unknown) => error as { name: string; message: string; hint: string },
  )

const tables = async ({ ask }: Awaited<ReturnType<typeof createDatabase>>) =>
  (await ask("select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace")).length

test('what was written is there when the database is opened again', async () => {
  const database = await createDatabase()
  const store = await openStore(database.address)
  await insertProject(store, 'WEB')
  await store.close()
  const again = await openStore(database.address.replace('postgres:', 'postgresql:'))
  expect(await listProjects(again)).toEqual(['WEB'])
  await again.close()
  await expect(listProjects(again)).rejects.toThrow(/^the store test_\d+_\d+ on 127.0.0.1:\d+ is closed$/)
})

test('several servers can open a fresh database at once', async () => {
  const database = await createDatabase()
  const stores = await Promise.all([1, 2, 3, 4].map(() => openStore(database.address)))
  await Promise.all(stores.map((store, index) => insertProject(store, `P${index}`)))
  for (const store of stores) {
    expect(await listProjects(store)).toHaveLength(4)
    await store.close()
  }
  expect(await database.ask('select * from testctl_store')).toEqual([
    { application: 'testctl', version: String(migrations.length) },
  ])
})

test("somebody else's database is refused and left as it is", async () => {
  const database = await createDatabase()
  await database.ask('create table theirs (id int)')
  const error = await refused(database.address)
  expect(error.name).toBe('UsageError')
  expect(error.message).toMatch(/^the database .* is not a testctl store: there are other tables in it$/)
  expect(await tables(database)).toBe(1)
})

test('a table of that name that is not ours is refused', async () => {
  const database = await createDatabase()
  await database.ask(
    "create table testctl_store (application text, version int); insert into testctl_store values ('x', 1)",
  )
  expect((await refused(database.address)).name).toBe('UsageError')
})

test('texts are told apart and sorted as in a file, whatever the database prefers', async () => {
  const database = await createDatabase()
  const store = await openStore(database.address)
  onTestFinished(store.close)
  const names = ['B', 'a', 'A', 'ä', 'Z', 'a ']
  for (const name of names) await insertProject(store, name)
  const sorted = await store.read((queries) =>
    queries.selectFrom('projects').select('identifier').orderBy('identifier').execute(),
  )
  expect(sorted.map(({ identifier }) => identifier)).toEqual(names.toSorted((one, other) => (one < other ? -1 : 1)))
  expect(await database.ask("select 'a' < 'B' as people")).toEqual([{ people: true }])
})

test('an address that leads nowhere says what is wrong, and never the password', async () => {
  const url = new URL(inject('postgres'))
  const cases: [string, string, RegExp][] = [
    ['postgres://', 'UsageError', /^the address of the database cannot be read$/],
    ['postgres://owner:secret@127.0.0.1:1/x', 'UnavailableError', /^the database x on 127.0.0.1:1 cannot be reached: /],
    [`${url.href}/missing`, 'UsageError', /^the database missing on .* is not there: /],
    [
      `postgres://owner:secret1@${url.host}/postgres`,
      'UsageError',
      /^the database postgres on .* refuses the connection: /,
    ],
    [
      `postgres://nobody:secret@${url.host}/postgres`,
      'UsageError',
      /^the database postgres on .* refuses the connection: /,
    ],
    [`${url.href}/postgres?sslmode=require`, 'UnavailableError', /cannot be reached: The server does not support SSL/],
  ]
  for (const [address, name, message] of cases) {
    const error = await refused(address)
    expect(error.name).toBe(name)
    expect(error.message).toMatch(message)
    expect(error.hint).toBeTruthy()
    expect(error.message + error.hint).not.toContain('secret')
    if (error.message.includes('refuses')) expect(error.hint).toContain('PGPASSWORD')
  }
})

test('an answer comes after the disk has it, whatever the database usually does', async () => {
  const database = await createDatabase()
  await database.ask(`alter database ${database.name} set synchronous_commit = off`)
  const store = await openStore(database.address)
  onTestFinished(store.close)
  const seen: unknown[] = []
  await store.write(async (queries) => {
    const settings = queries.selectFrom('pg_settings' as 'projects').selectAll()
    seen.push(...(await settings.where('name', '=', 'synchronous_commit').execute()))
  })
  expect(seen).toMatchObject([{ setting: 'on' }])
})

test('a wait for a database that does not answer ends when it is stopped', async () => {
  const stop = new AbortController()
  const silent = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  const { port } = await new Promise<AddressInfo>((resolve) =>
    silent.on('listening', () => resolve(silent.address() as AddressInfo)),
  )
  const opening = openStore(`postgres://owner@127.0.0.1:${port}/x`, { stop: stop.signal })
  setTimeout(() => stop.abort(new Error('stopped')), 50)
  await expect(opening).rejects.toThrow('stopped')
})

test.each(['LATIN1', 'UTF8', 'SQL_ASCII'])('a new store in a database of the encoding %s', async (encoding) => {
  const database = await createDatabase()
  const name = `${database.name}_${encoding.toLowerCase()}`
  await database.ask(
    `create database ${name} encoding '${encoding}' locale_provider libc locale 'C' template template0`,
  )
  const address = database.address.replace(database.name, name)
  if (encoding === 'LATIN1') {
    const { message, hint } = await refused(address)
    expect(message).toMatch(/^the database .* has the encoding LATIN1, which cannot hold every text$/)
    expect(hint).toBe('make another one: createdb --encoding UTF8 --locale C --template template0 NAME')
    return
  }
  const store = await openStore(address)
  await insertProject(store, 'żółw')
  expect(await listProjects(store)).toEqual(['żółw'])
  await store.close()
})
