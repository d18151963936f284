import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase, createSchema, createStore } from '../../helpers/postgres.ts'
import { createWorld } from '../../helpers/world.ts'
import { examined } from '../../doctor/examined.ts'
import { insertProject, listProjects } from '../rows.ts'
import { layCable } from './cable.ts'
import { lessEngine } from './lesser-engine.ts'
import { failure, open } from './opened.ts'
import { startWriters } from './writers.ts'

const unknownCommits = 'a commit without an answer stays unknown'
const collisions = 'servers that write at once do not queue: colliding writes are repeated, or answered with 503'
// The PostgreSQL of the tests runs with fsync off.
const forgetful = 'a power cut can lose answered writes (fsync is off)'

test('an engine that cannot lock a table: servers write side by side, and nothing is lost or doubled', async () => {
  const database = await createStore()
  const address = await lessEngine(database.address, ['lock table'])
  const writers = startWriters(await Promise.all([open(address), open(address), open(database.address)]))
  await writers.more(200)
  expect(await writers.end()).toMatchObject({ unknown: [], lost: [] })
})

test.for([['pg_xact_status'], ['pg_walfile_name']] as const)(
  'an engine without %s: a commit whose answer is lost is said to be unknown, and writing goes on',
  async (lacks) => {
    const database = await createStore()
    let commits = 0
    // The answer to the second commit is lost.
    const cable = await layCable(await lessEngine(database.address, lacks), (sent) =>
      /commit\0/.test(sent) && ++commits === 2 ? 'cut after' : 'pass',
    )
    onTestFinished(cable.remove)
    const store = await open(cable.address)
    expect(await insertProject(store, 'A')).toBe('A')
    expect(await failure(insertProject(store, 'B'))).toMatchObject({
      status: 500,
      message: expect.stringContaining('the change may or may not be stored'),
    })
    expect(await insertProject(store, 'C')).toBe('C')
    expect(await listProjects(store)).toEqual(['A', 'B', 'C'])
  },
)

test('a function that only raises an error is taken for none', async () => {
  const database = await createDatabase()
  const { address } = await createSchema(database.address)
  const schema = /search_path%3D(\w+)/.exec(address)![1]!
  await database.ask(`create function ${schema}.pg_xact_status(xid8) returns text language plpgsql
    as $$ begin raise exception 'not supported here'; end $$`)
  const store = await open(address.replace(schema, `${schema},pg_catalog`))
  expect(await insertProject(store, 'A')).toBe('A')
  expect((await store.examine())?.caveats).toEqual([unknownCommits, forgetful])
})

test('serve says at its start, and doctor at any time, what does not hold on the engine', async () => {
  const database = await createDatabase()
  const address = await lessEngine(database.address, ['pg_xact_status', 'lock table'])
  const world = await createWorld({ TESTCTL_STORE: address })
  onTestFinished(world.remove)
  const before = await examined(world)
  expect(before.checks['database']).toMatchObject({ status: 'ok', message: expect.stringContaining(' is empty; ') })
  expect(await database.ask(`select from pg_tables where schemaname = 'public'`)).toEqual([])

  const stop = new AbortController()
  const serving = world.type('testctl serve --port 0 --log-level silent --json', { stop: stop.signal })
  while ((await database.ask('select from keys').catch(() => [])).length === 0) await sleep(20)
  stop.abort()
  const { stdout, stderr } = await serving
  const name = expect.stringMatching(/^PostgreSQL [\d.]+$/)
  expect(JSON.parse(stdout)).toMatchObject({ engine: { name, caveats: [unknownCommits, collisions, forgetful] } })
  expect(stderr).toMatch(/^warning: PostgreSQL [\d.]+: a commit without an answer stays unknown; servers /)

  const { checks } = await examined(world)
  expect(checks['database']).toMatchObject({
    status: 'warning',
    message: expect.stringMatching(
      /, version (\d+) of \1; PostgreSQL [\d.]+: a commit without an answer stays unknown; /,
    ),
  })
})

test('of PostgreSQL itself only what its settings give away is said', async () => {
  const database = await createStore()
  const store = await open(database.address)
  const report = (await store.examine())!
  expect(report.caveats).toEqual([forgetful])
  expect(report.summary).toBe(`${report.name}: ${forgetful}`)
  expect(await listProjects(store)).toEqual([])
})
