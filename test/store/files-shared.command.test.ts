import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { UnavailableError } from '../../src/errors.ts'
import { createGroupCommit } from '../../src/store/group-commit.ts'
import { connectTo, type SqliteConnection } from '../../src/store/sqlite/connection.ts'
import { openStore } from '../../src/store/index.ts'
import { prepareSqlite } from '../../src/store/sqlite/prepare.ts'
import { createSqliteLane } from '../../src/store/sqlite/transactions.ts'
import { insertProject, listProjects } from './rows.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testctl-store-'))
})

afterEach(() => rm(folder, { recursive: true }))

const open = (file: string) => connectTo({ label: file, path: join(folder, file) })

test('a file that becomes a store while it is being opened is not taken for a strange one', async () => {
  const place = { label: 'team.db', path: join(folder, 'team.db') }
  const [connection, other] = [connectTo(place), connectTo(place)]
  let interfere = () => {
    for (const change of [
      'begin',
      'pragma application_id = 1952674924',
      'create table a (b)',
      'pragma user_version = 1',
    ])
      other.query(change)
    other.query('commit')
  }
  const query: typeof connection.query = (sql, parameters) => {
    if (sql === 'pragma user_version') {
      try {
        interfere()
      } catch {
        // The other connection has to wait for the lock, which keeps the two apart.
        other.query('rollback')
      }
      interfere = () => {}
    }
    return connection.query(sql, parameters)
  }
  await prepareSqlite({ ...connection, query }, place, { limit: 100 })
  connection.close()
  other.close()
})

test('a store that another process holds for too long says so, and works when it is let go', async () => {
  const store = await openStore('file:team.db', { folder, timeoutMs: 50 })
  const other = open('team.db')
  other.query('begin immediate')
  const error: unknown = await insertProject(store, 'WEB').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UnavailableError)
  expect((error as UnavailableError).message).toBe('the store team.db is locked by another process')
  expect((error as UnavailableError).status).toBe(503)
  expect(await listProjects(store)).toEqual([])
  other.query('rollback')
  other.close()
  await insertProject(store, 'WEB')
  expect(await listProjects(store)).toEqual(['WEB'])
  await store.close()
})

test('a process that waits for a lock can do other things, and stops waiting when the store is closed', async () => {
  const store = await openStore('file:team.db', { folder, timeoutMs: 3_600_000 })
  const other = open('team.db')
  other.query('begin immediate')
  const writing = insertProject(store, 'WEB').catch((thrown: unknown) => thrown)
  await new Promise((turn) => setTimeout(turn, 1))
  await store.close()
  expect(await writing).toBeInstanceOf(UnavailableError)
  other.query('rollback')
  other.close()
})

/** The connection, one query of which meets the lock of another process the first time. */
const lockedOnce = (connection: SqliteConnection, locked: string): SqliteConnection => {
  let isLocked = true
  const query: typeof connection.query = (sql, parameters) => {
    if (!isLocked || sql !== locked) return connection.query(sql, parameters)
    isLocked = false
    throw Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 })
  }
  return { ...connection, query }
}

test('to open a store, and to read it, begins again where the first look at the file meets a lock', async () => {
  const place = { label: 'team.db', path: join(folder, 'team.db') }
  const connection = connectTo(place)
  const busyTimeout = { limit: 10_000 }
  await prepareSqlite(lockedOnce(connection, 'pragma user_version'), place, busyTimeout)
  const lane = createSqliteLane(lockedOnce(connection, 'pragma data_version'), { place, busyTimeout })
  const store = createGroupCommit([lane], place)
  expect(await listProjects(store)).toEqual([])
  await store.close()
})

test('a store that another process is making is waited for until a signal comes, which is what is told', async () => {
  const other = open('team.db')
  other.query('begin exclusive')
  const ends = new AbortController()
  const opening = openStore('file:team.db', { folder, timeoutMs: 3_600_000, stop: ends.signal })
  const reason = new Error('Ctrl-C')
  ends.abort(reason)
  await expect(opening).rejects.toBe(reason)
  other.query('rollback')
  other.close()
})

test('a store that is held for a while only is waited for', async () => {
  const store = await openStore('file:team.db', { folder })
  const other = open('team.db')
  other.query('begin immediate')
  const writing = insertProject(store, 'WEB')
  // Longer than SQLite waits on its own.
  setTimeout(() => other.query('rollback'), 300)
  expect(await writing).toBe('WEB')
  other.close()
  await store.close()
})

test('a store in memory is gone when it is closed, and nobody else sees it', async () => {
  const [one, other] = [await openStore(':memory:'), await openStore('file::memory:')]
  await insertProject(one, 'WEB')
  expect([await listProjects(one), await listProjects(other)]).toEqual([['WEB'], []])
  await one.close()
  await expect(listProjects(one)).rejects.toThrow('is closed')
})
