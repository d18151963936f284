import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../helpers/postgres.ts'
import { createWorld } from '../../helpers/world.ts'
import { insertProject, listProjects } from '../rows.ts'
import { open } from './opened.ts'

// A database that allows its user fewer connections than a server would use.

const allow = async (
  database: { name: string; address: string; ask: (sql: string) => Promise<unknown> },
  most: number,
) => {
  const role = `few_${database.name}`
  await database.ask(`create role ${role} login password 'few' connection limit ${most}`)
  await database.ask(`grant create on schema public to ${role}`)
  return database.address.replace('owner:secret', `${role}:few`)
}

test('where a database has no room for all connections, those that it gave do all the reads', async () => {
  const store = await open(await allow(await createDatabase(), 2))
  await insertProject(store, 'WEB')
  for (let round = 0; round < 3; round++) {
    const reads = await Promise.all(Array.from({ length: 40 }, () => listProjects(store)))
    expect(new Set(reads.flat())).toEqual(new Set(['WEB']))
  }
})

test('where it has room for none that reads, a read says so, and succeeds once there is room', async () => {
  const database = await createDatabase()
  const store = await open(await allow(database, 1))
  await insertProject(store, 'WEB')
  for (const read of await Promise.allSettled(Array.from({ length: 8 }, () => listProjects(store))))
    expect(read).toMatchObject({ reason: { message: expect.stringMatching(/ has no free connection$/) } })
  await database.ask(`alter role few_${database.name} connection limit 2`)
  expect(await listProjects(store)).toEqual(['WEB'])
  expect(await Promise.all(Array.from({ length: 8 }, () => listProjects(store)))).toEqual(Array(8).fill(['WEB']))
})

test('where those that read were there first, one of them makes room for a change', async () => {
  const database = await createDatabase()
  const store = await open(await allow(database, 3))
  await insertProject(store, 'A')
  const read = () => Promise.all(Array.from({ length: 40 }, () => listProjects(store)))
  await database.ask(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'few_${database.name}'`)
  // A terminated session counts toward the limit until it has ended.
  await expect.poll(() => read().catch(() => [])).toHaveLength(40)
  expect(await insertProject(store, 'B')).toBe('B')
  const [[seen]] = await Promise.all([read(), insertProject(store, 'C'), insertProject(store, 'D')])
  expect(seen).toEqual(expect.arrayContaining(['A', 'B']))
  expect(await listProjects(store)).toEqual(['A', 'B', 'C', 'D'])
})

test('a server for which the database has no second connection names the reason when it does not start', async () => {
  const database = await createDatabase()
  const world = await createWorld({ TESTCTL_STORE: await allow(database, 1) })
  onTestFinished(world.remove)
  const { stderr, exitCode } = await world.type('testctl serve --port 0')
  expect(stderr).toMatch(/^error: the database \S+ on \S+ has no free connection\n {2}check max_connections/)
  expect(exitCode).toBe(6)
})
