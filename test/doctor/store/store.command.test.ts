import { chmodSync, mkdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrations } from '../../../src/store/migrations.ts'
import { connectTo } from '../../../src/store/sqlite/connection.ts'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'
import { examined } from '../examined.ts'

let world: SeededWorld
let file: string
beforeEach(async () => {
  world = await createSeededWorld()
  file = join(world.folder, 'team.db')
  chmodSync(file, 0o600)
})
afterEach(() => world.remove())

const connect = () => connectTo({ label: file, path: file })

test('a store that is as it should be is left as it is', async () => {
  const { checks, named, exitCode } = await examined(world)
  expect({ exitCode, failed: named('failed'), warnings: named('warning') }).toEqual({
    exitCode: 0,
    failed: [],
    warnings: [],
  })
  expect(checks['address']?.message).toBe(`file:${file} (TESTCTL_URL)`)
  expect(checks['sqlite']?.message).toMatch(/^SQLite 3\.\d+\.\d+, by (node:sqlite|@photostructure\/sqlite)$/)
  expect(checks['file']?.message).toMatch(/team\.db, [\d.]+ KiB, 0600$/)
  expect(checks['disk']?.message).toMatch(/^[\d.]+ (MiB|GiB|TiB) are left$/)
  expect(checks['store']?.message).toBe(`version ${migrations.length} of ${migrations.length}, journal wal`)
  expect(checks['lock']?.message).toBe('not locked')
  expect(checks).not.toHaveProperty('dns')
})

test('a file that is not there yet is not made', async () => {
  const { checks, exitCode } = await examined(world, { TESTCTL_URL: 'file:./other.db' })
  expect(exitCode).toBe(0)
  expect(checks['file']?.message).toMatch(/other\.db is not there yet: testctl projects create makes it$/)
  expect(checks['store']).toMatchObject({ status: 'skipped', message: 'there is no file yet' })
  expect(() => statSync(join(world.folder, 'other.db'))).toThrow(/ENOENT/)
})

test('a folder that is not there', async () => {
  const { checks, named, exitCode } = await examined(world, { TESTCTL_URL: 'file:./absent/team.db' })
  expect({ exitCode, failed: named('failed') }).toEqual({ exitCode: 2, failed: ['folder'] })
  expect(checks['folder']?.hint).toMatch(/^mkdir -p .*absent$/)
  expect(checks['lock']?.message).toBe('skipped, because folder failed')
})

test('a folder in the place of the file', async () => {
  mkdirSync(join(world.folder, 'full.db'))
  const { named, exitCode } = await examined(world, { TESTCTL_URL: 'file:./full.db' })
  expect({ exitCode, failed: named('failed') }).toEqual({ exitCode: 2, failed: ['file'] })
})

test('a file that others can read', async () => {
  chmodSync(file, 0o644)
  const { checks, exitCode } = await examined(world)
  expect(exitCode).toBe(0)
  expect(checks['file']).toMatchObject({ status: 'warning', hint: `chmod 600 ${file}` })
  expect(checks['file']?.message).toMatch(/^other users can read .*team\.db \(0644\)/)
})

test('a store that another process holds', async () => {
  const other = connect()
  other.query('begin immediate')
  const { checks, named, exitCode } = await examined(world, {}, '--timeout 500ms')
  other.query('rollback')
  other.close()
  expect({ exitCode, failed: named('failed') }).toEqual({ exitCode: 6, failed: ['lock'] })
  expect(checks['lock']).toMatchObject({
    message: `the store ${file} is locked by another process`,
    hint: expect.stringContaining('lsof'),
  })
})

test('a store of a newer testctl, and one of an older, which stays old', async () => {
  const other = connect()
  other.query('pragma user_version = 99')
  other.query('update about set oldest = 99')
  const newer = await examined(world)
  expect({ exitCode: newer.exitCode, failed: newer.named('failed') }).toEqual({ exitCode: 2, failed: ['store'] })
  expect(newer.checks['store']?.hint).toMatch(/^upgrade testctl: the store has version 99/)
  other.query('pragma user_version = 1')
  const older = await examined(world)
  expect(older.checks['store']).toMatchObject({ status: 'warning', hint: expect.stringContaining('store migrate') })
  expect(other.query('pragma user_version').rows).toEqual([{ user_version: 1 }])
  other.close()
})

test('a store that was cut short, and a file that is none', async () => {
  const other = connect()
  other.query('pragma wal_checkpoint(truncate)')
  other.query('pragma journal_mode = delete')
  other.close()
  truncateSync(file, statSync(file).size - 8192)
  const cut = await examined(world)
  expect({ exitCode: cut.exitCode, failed: cut.named('failed') }).toEqual({ exitCode: 6, failed: ['store'] })
  expect(cut.checks['store']).toMatchObject({
    message: expect.stringMatching(/damaged/),
    hint: expect.stringMatching(/restore the last backup/),
  })
  writeFileSync(join(world.folder, 'notes.txt'), 'not a store, by far')
  const none = await examined(world, { TESTCTL_URL: 'file:./notes.txt' })
  expect({ exitCode: none.exitCode, failed: none.named('failed') }).toEqual({ exitCode: 2, failed: ['store'] })
  expect(none.checks['store']?.message).toMatch(/notes\.txt is not a testctl store$/)
})

test('a store in memory', async () => {
  const { checks, exitCode } = await examined(world, { TESTCTL_URL: 'file::memory:' })
  expect(exitCode).toBe(0)
  expect(checks['store']).toMatchObject({ status: 'skipped', message: expect.stringContaining('in memory') })
})

test('on a server, the store of TESTCTL_STORE is looked at, and no service is needed', async () => {
  const { checks, named, exitCode } = await examined(world, { TESTCTL_URL: '', TESTCTL_STORE: 'file:./team.db' })
  expect({ exitCode, failed: named('failed') }).toEqual({ exitCode: 0, failed: [] })
  expect(checks['address']).toMatchObject({
    status: 'skipped',
    message: 'no service is named; TESTCTL_STORE names a store',
  })
  expect(checks['file']?.message).toMatch(/^\.\/team\.db, [\d.]+ KiB, 0600$/)
  expect(checks['store']?.message).toBe(`version ${migrations.length} of ${migrations.length}, journal wal`)
  expect(checks).not.toHaveProperty('dns')
})

test('a TESTCTL_STORE that names no file stops no check', async () => {
  const { checks, exitCode } = await examined(world, { TESTCTL_STORE: 'file:' })
  expect(exitCode).toBe(0)
  expect(checks['store']?.status).toBe('ok')
})

test.each([
  ['folder', 'name a file: file:./folder/team.db'],
  ['/dev/zero', 'name a file: file:./team.db'],
])('TESTCTL_STORE at %s, which is no file: the hint is an address that can be one', async (name, hint) => {
  mkdirSync(join(world.folder, 'folder'))
  const address = name.startsWith('/') ? `file:${name}` : `file:./${name}`
  const { checks, exitCode } = await examined(world, { TESTCTL_URL: '', TESTCTL_STORE: address })
  expect({ exitCode, ...checks['file'] }).toMatchObject({ exitCode: 2, hint })
})

test.each(['/var/lib/testctl/team.db', 'mysql://localhost/team', 'file:'])(
  'doctor says that TESTCTL_STORE=%s is no store, where there is no other service',
  async (address) => {
    const { checks, exitCode } = await examined(world, { TESTCTL_URL: '', TESTCTL_STORE: address })
    expect({ exitCode, ...checks['address'] }).toMatchObject({
      exitCode: 2,
      message: 'TESTCTL_STORE is not the address of a store',
      hint: 'write a store as file:./team.db or postgres://user@host/database',
    })
  },
)
