import { once } from 'node:events'
import { execa } from 'execa'
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { backUp } from '../../../src/store/maintenance/backup.ts'
import { check } from '../../../src/store/maintenance/check.ts'
import { copyStore } from '../../../src/store/maintenance/copy.ts'
import { migrate } from '../../../src/store/maintenance/migrate.ts'
import { beforeRestore, restore } from '../../../src/store/maintenance/restore.ts'
import { migrations } from '../../../src/store/migrations.ts'
import { connectTo } from '../../../src/store/sqlite/connection.ts'
import { programOf } from '../programs.ts'
import { createSetting, digestsOf } from './setting.ts'

let visitor: string
beforeAll(async () => {
  visitor = await programOf('visitor')
})

const fixtures = (await readdir(join(import.meta.dirname, 'fixtures'))).filter((name) => name.endsWith('.sql'))

/** Creates a store as an earlier testctl made it. */
const createOld = async (fixture: string) => {
  const setting = await createSetting()
  const path = join(setting.folder, 'team.db')
  await writeFile(path, await bytesOf(fixture))
  return { setting, path }
}

/** Returns the file of an old store, which is made once for each fixture. */
const bytesOf = async (fixture: string): Promise<Buffer> => {
  const known = files.get(fixture)
  if (known) return known
  const path = join((await createSetting()).folder, fixture)
  const connection = connectTo({ label: fixture, path })
  const statements = (await readFile(join(import.meta.dirname, 'fixtures', fixture), 'utf8')).split(/;\n/)
  for (const statement of statements.filter((text) => text.trim() !== '')) connection.query(statement)
  connection.close()
  const bytes = await readFile(path)
  files.set(fixture, bytes)
  return bytes
}

const files = new Map<string, Buffer>()

/** Reads a file with a character for each byte: `expect` compares strings at once, but buffers number by number. */
const bytesIn = (path: string) => readFile(path, 'latin1')

const versionIn = (path: string) => {
  const connection = connectTo({ label: path, path })
  const [row] = connection.query('pragma user_version').rows as { user_version: number }[]
  connection.close()
  return row!.user_version
}

/**
 * Reads the tables that every version has, without the projects that visitors created. A newer version may have more columns: compare
 * with `toMatchObject`.
 */
const dump = (path: string) => {
  const connection = connectTo({ label: path, path })
  const rows = ['projects', 'cases', 'case_fields', 'milestones', 'runs', 'tests', 'comments'].map((table) =>
    connection
      .query(`select * from ${table} where ${table === 'projects' ? "id not like 'P%'" : 'true'} order by 1, 2`)
      .rows.map((row) => ({ ...(row as object) })),
  )
  connection.close()
  return rows
}

test('there is a store of every version that was released', () => {
  expect(fixtures).toEqual(Array.from({ length: migrations.length - 1 }, (_, at) => `version-${at + 1}.sql`))
})

describe.each(fixtures)('%s', (fixture) => {
  const from = Number(/\d+/.exec(fixture)![0])
  const to = migrations.length

  test('is upgraded, loses nothing, and a backup of it as it was stands beside it', async () => {
    const { setting, path } = await createOld(fixture)
    const before = dump(path)
    expect((await check('file:team.db', setting)).findings).toMatchObject([
      { what: 'version', hint: 'upgrade it: testctl store migrate --store file:team.db' },
    ])
    const { backup, ...done } = await migrate({ address: 'file:team.db' }, setting)
    expect(done).toEqual({ store: 'team.db', from, to })
    expect(dump(path)).toMatchObject(before)
    expect(versionIn(path)).toBe(to)
    expect((await check('file:team.db', setting)).findings).toEqual([])
    expect(versionIn(join(setting.folder, backup!))).toBe(from)
    expect(dump(join(setting.folder, backup!))).toEqual(before)
    expect(await migrate({ address: 'file:team.db' }, setting)).toEqual({ store: 'team.db', from: to, to })
  })

  test('is copied as it is, and only the copy is of the new version', async () => {
    const { setting, path } = await createOld(fixture)
    const [before, bytes] = [dump(path), await bytesIn(path)]
    await copyStore({ from: 'file:team.db', to: 'file:copy.db' }, setting)
    expect(await bytesIn(path)).toEqual(bytes)
    expect(dump(join(setting.folder, 'copy.db'))).toMatchObject(before)
    expect((await check('file:copy.db', setting)).findings).toEqual([])
    expect((await readdir(setting.folder)).sort()).toEqual(['copy.db', 'team.db'])
  })

  test('is no target of a copy, and stays as it is', async () => {
    const { setting, path } = await createOld(fixture)
    const bytes = await bytesIn(path)
    await copyStore({ from: 'file:team.db', to: 'file:new.db' }, setting)
    await expect(copyStore({ from: 'file:new.db', to: 'file:team.db' }, setting)).rejects.toMatchObject({
      message: `team.db has a store of version ${from}, and this testctl knows ${to}`,
      hint: 'name a new one',
    })
    expect(await bytesIn(path)).toEqual(bytes)
  })

  test('is left as it is by a dry run', async () => {
    const { setting, path } = await createOld(fixture)
    const bytes = await bytesIn(path)
    const plan = await migrate({ address: 'file:team.db', dryRun: true }, setting)
    expect(plan).toMatchObject({ from, to, backup: expect.stringContaining(`before-version-${to}`) as string })
    expect(await bytesIn(path)).toEqual(bytes)
    expect(await readdir(setting.folder)).toEqual(['team.db'])
  })

  test('is upgraded once by several processes that come at once', async () => {
    const { setting, path } = await createOld(fixture)
    const before = dump(path)
    const visit = async () =>
      (await execa(process.execPath, [visitor, path], { cwd: setting.folder, reject: false })).stdout
    const seen = await Promise.all(Array.from({ length: 4 }, visit))
    expect(seen.join('\n')).not.toContain('Error')
    expect(dump(path)).toMatchObject(before)
    expect((await check('file:team.db', setting)).findings).toEqual([])
  })

  test('is the same after any number of processes that upgrade it were killed', async () => {
    const { setting, path } = await createOld(fixture)
    const before = dump(path)
    for (const delay of [0, 2, 4, 6, 8, 10, 12, 15, 20, 30]) {
      const copy = join(setting.folder, `copy-${delay}.db`)
      await copyFile(path, copy)
      const child = execa(process.execPath, [visitor, copy], { reject: false })
      // Waits until the process has started.
      await once(child.stdout, 'data')
      setTimeout(() => child.kill('SIGKILL'), delay)
      await child
      expect([from, to]).toContain(versionIn(copy))
      expect(dump(copy)).toMatchObject(before)
      await migrate({ address: `file:${copy}` }, setting)
      expect((await check(`file:${copy}`, setting)).findings).toEqual([])
    }
  })

  test('is backed up and restored, and the backup stays of its version', async () => {
    const { setting } = await createOld(fixture)
    const file = { label: 'backup.db', path: join(setting.folder, 'backup.db') }
    expect(await backUp({ from: 'file:team.db', to: file }, setting)).toMatchObject({ version: from })
    const bytes = await bytesIn(file.path)
    expect((await beforeRestore({ file, to: 'file:team.db' }, setting)).backup.version).toBe(from)
    await restore({ file, to: 'file:other.db', replace: false }, setting)
    expect(await bytesIn(file.path)).toEqual(bytes)
    await migrate({ address: 'file:team.db' }, setting)
    expect(await digestsOf(`file:${setting.folder}/other.db`)).toEqual(
      await digestsOf(`file:${setting.folder}/team.db`),
    )
  })
})

test('a store of a newer testctl is refused, and left as it is', async () => {
  const { setting, path } = await createOld(fixtures[0]!)
  const connection = connectTo({ label: path, path })
  connection.query('pragma user_version = 99')
  connection.close()
  const bytes = await bytesIn(path)
  const file = { label: 'backup.db', path: join(setting.folder, 'backup.db') }
  for (const attempt of [
    () => migrate({ address: 'file:team.db' }, setting),
    () => check('file:team.db', setting),
    () => backUp({ from: 'file:team.db', to: file }, setting),
    () => restore({ file: { label: 'team.db', path }, to: 'file:other.db', replace: true }, setting),
  ])
    await expect(attempt()).rejects.toThrow('the store team.db was written by a newer testctl')
  expect(await bytesIn(path)).toEqual(bytes)
  expect(await readdir(setting.folder)).toEqual(['team.db'])
})
