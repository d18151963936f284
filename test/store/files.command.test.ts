import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UnavailableError, UsageError } from '../../src/errors.ts'
import { connectTo } from '../../src/store/sqlite/connection.ts'
import { openStore } from '../../src/store/index.ts'
import { migrations } from '../../src/store/migrations.ts'
import { prepareSqlite } from '../../src/store/sqlite/prepare.ts'
import { insertProject, listProjects } from './rows.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testctl-store-'))
})

afterEach(() => rm(folder, { recursive: true }))

const open = (file: string) => connectTo({ label: file, path: join(folder, file) })

const refused = (address: string) =>
  openStore(address, { folder, timeoutMs: 100 }).then(
    () => expect.fail('it was opened'),
    (error: unknown) => error as UsageError,
  )

test('what was written is there when the file is opened again', async () => {
  const store = await openStore('file:./team.db', { folder })
  await insertProject(store, 'WEB')
  await store.close()
  const again = await openStore(`file:${folder}/team.db`)
  expect(await listProjects(again)).toEqual(['WEB'])
  await again.close()
})

test('closing leaves one file', async () => {
  const store = await openStore('file:team.db', { folder })
  await insertProject(store, 'WEB')
  await store.close()
  await expect(stat(join(folder, 'team.db-wal'))).rejects.toThrow('ENOENT')
})

test('an answer comes after the disk has it: each connection waits for the disk, in WAL mode', async () => {
  await (await openStore('file:team.db', { folder })).close()
  const connection = open('team.db')
  await prepareSqlite(connection, { label: 'team.db', path: join(folder, 'team.db') }, { limit: 100 })
  const pragma = (name: string) => Object.values(connection.query(`pragma ${name}`).rows[0] as object)[0]
  expect(['synchronous', 'journal_mode', 'foreign_keys', 'busy_timeout'].map(pragma)).toEqual([2, 'wal', 1, 100])
  connection.close()
})

test('an address that is no store is refused', async () => {
  for (const address of ['team.db', 'https://example.com', 'file:', 'file:///', 'file://host/team.db', 'file:a\0b'])
    expect(await refused(address)).toBeInstanceOf(UsageError)
})

test('a file that is not a database is refused and left as it is', async () => {
  const text = 'Dear diary, '.repeat(500)
  await writeFile(join(folder, 'diary.txt'), text)
  const error = await refused('file:diary.txt')
  expect(error).toBeInstanceOf(UsageError)
  expect(error.message).toBe('diary.txt is not a testctl store')
  expect(await readFile(join(folder, 'diary.txt'), 'utf8')).toBe(text)
})

test("somebody else's database is refused and left as it is", async () => {
  for (const mark of ['create table theirs (id)', 'pragma application_id = 1', 'pragma user_version = 1']) {
    const connection = open('theirs.db')
    connection.query(mark)
    connection.close()
    const before = await readFile(join(folder, 'theirs.db'))
    expect((await refused('file:theirs.db')).message).toBe('theirs.db is not a testctl store')
    expect((await readFile(join(folder, 'theirs.db'))).equals(before)).toBe(true)
    await rm(join(folder, 'theirs.db'))
  }
})

test('an empty file becomes a store, and that is no upgrade', async () => {
  await writeFile(join(folder, 'empty.db'), '')
  const onUpgrade = vi.fn()
  const store = await openStore('file:empty.db', { folder, onUpgrade })
  expect(await listProjects(store)).toEqual([])
  expect(onUpgrade).not.toHaveBeenCalled()
  await store.close()
})

test('a store of a newer testctl is used as long as what is new was only added', async () => {
  await (await openStore('file:team.db', { folder })).close()
  const connection = open('team.db')
  connection.query('create table added (id text)')
  connection.query('pragma user_version = 99')
  connection.close()
  const store = await openStore('file:team.db', { folder })
  expect([await insertProject(store, 'WEB'), await listProjects(store)]).toEqual(['WEB', ['WEB']])
  await store.close()
})

test('a store of a newer testctl that changed more is refused', async () => {
  await (await openStore('file:team.db', { folder })).close()
  const connection = open('team.db')
  connection.query('pragma user_version = 99')
  connection.query('update about set oldest = 99')
  connection.close()
  const error = await refused('file:team.db')
  expect(error).toBeInstanceOf(UsageError)
  expect(error.message).toBe('the store team.db was written by a newer testctl')
  expect(error.hint).toContain('upgrade testctl')
})

test('a store of the first version is upgraded, with all that is in it', async () => {
  const connection = open('old.db')
  for (const statement of migrations[0]!) connection.query(statement)
  connection.query('pragma application_id = 1952674924')
  connection.query('pragma user_version = 1')
  const audit = "'2026-01-01', 'ana', '2026-01-01', 'ana'"
  connection.query(`insert into projects values ('p', 1, 'Web', 'WEB', '', '', 3000, 0, 0, 0, ${audit})`)
  connection.query(`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 3000)
    insert into cases select 'c' || n, 'p', n, 'x', '', '[]', '{}', ${audit} from numbers`)
  connection.close()
  const store = await openStore('file:old.db', { folder })
  const spans = await store.read((queries) =>
    queries.selectFrom('case_spans').select(['size', 'first', 'held']).orderBy('size').orderBy('first').execute(),
  )
  expect(spans.map(({ size, first, held }) => [size, first, held])).toEqual([
    [1024, 0, 1023],
    [1024, 1024, 1024],
    [1024, 2048, 953],
    [32768, 0, 3000],
  ])
  expect(await listProjects(store)).toEqual(['WEB'])
  await store.close()
})

test('a store that was damaged says so', async () => {
  const store = await openStore('file:team.db', { folder })
  for (let index = 0; index < 50; index++) await insertProject(store, `P${index}`)
  await store.close()
  const bytes = await readFile(join(folder, 'team.db'))
  bytes.fill(0xff, 4096)
  await writeFile(join(folder, 'team.db'), bytes)
  const error = await openStore('file:team.db', { folder })
    .then(
      (damaged) => listProjects(damaged).finally(() => damaged.close()),
      (thrown: unknown) => Promise.reject(thrown as Error),
    )
    .catch((thrown: unknown) => thrown as Error)
  expect(error).toBeInstanceOf(UnavailableError)
  expect((error as Error).message).toContain('the store team.db is damaged')
})

test('a folder that is not there is named', async () => {
  const error = await refused('file:no/where/team.db')
  expect(error).toBeInstanceOf(UsageError)
  expect(error.message).toBe('there is no folder no/where for the store no/where/team.db')
  expect(error.hint).toBe('mkdir -p no/where')
})

test('a folder is not a store', async () => {
  await mkdir(join(folder, 'things'))
  const error = await refused('file:things')
  expect(error).toBeInstanceOf(UsageError)
  expect(error.message).toBe('things is a folder, not a store')
})
