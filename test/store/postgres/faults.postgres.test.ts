import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createService } from '../../../src/service/index.ts'
import { openStore, type Options, type Store } from '../../../src/store/index.ts'
import { createDatabase } from '../../helpers/postgres.ts'
import { startPostgres } from '../../helpers/postgres.setup.ts'
import { insertProject, listProjects, putProject } from '../rows.ts'
import { type Fate, layCable } from './cable.ts'

const open = async (address: string, options?: Options): Promise<Store> => {
  const store = await openStore(address, options)
  onTestFinished(store.close)
  return store
}

/** A store at the end of a cable, whose fate is told by what passes through it. */
const openByCable = async (fate?: (sent: string) => Fate, options?: Options) => {
  const database = await createDatabase()
  await (await openStore(database.address)).close()
  const cable = await layCable(database.address, fate)
  onTestFinished(cable.remove)
  return { database, cable, store: await open(cable.address, options) }
}

/** Decides the fate of the cable the first `times` that a commit passes through it. */
const atCommit = (fate: Fate, times = 1) => {
  const seen = { commits: 0 }
  return { seen, fate: (sent: string): Fate => (/commit\0/.test(sent) && seen.commits++ < times ? fate : 'pass') }
}

const failure = (attempt: Promise<unknown>) =>
  attempt.then(
    () => expect.fail('it did not fail'),
    (error: unknown) => error as { name: string; message: string; status?: number },
  )

const kept = async (database: { ask: (sql: string) => Promise<Record<string, unknown>[]> }) =>
  (await database.ask('select identifier from projects order by position')).map(({ identifier }) => identifier)

test('a connection that the database ends is made anew, and nobody notices', async () => {
  const database = await createDatabase()
  const store = await open(database.address)
  await insertProject(store, 'A')
  await listProjects(store)
  await database.ask(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $$testctl$$ and datname = current_database()',
  )
  expect([await insertProject(store, 'B'), await listProjects(store)]).toEqual(['B', ['A', 'B']])
})

test('a connection that ends in the middle of the work loses nothing and does nothing twice', async () => {
  const database = await createDatabase()
  const store = await open(database.address)
  const promised: string[] = []
  const work = async (lane: number) => {
    for (let round = 0; round < 40; round++) promised.push(await insertProject(store, `L${lane}R${round}`))
  }
  const writing = Promise.all([1, 2, 3, 4].map(work))
  let done = false
  void writing.finally(() => (done = true)).catch(() => undefined)
  while (!done) {
    await database.ask(
      'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $$testctl$$ and datname = current_database()',
    )
    await sleep(30)
  }
  await writing
  expect(promised).toHaveLength(160)
  expect((await kept(database)).toSorted()).toEqual(promised.toSorted())
})

test.for([
  ['before the database gets the commit', 'cut before'],
  ['before its answer is heard', 'cut after'],
] as const)('a cable that is cut %s: the database is asked how it ended, and all is there once', async ([, fate]) => {
  const commit = atCommit(fate)
  const { database, store } = await openByCable(commit.fate)
  const promised = await Promise.all(['A', 'B', 'C'].map((name) => insertProject(store, name)))
  expect(promised).toEqual(['A', 'B', 'C'])
  expect(await kept(database)).toEqual(['A', 'B', 'C'])
  expect(commit.seen.commits).toBe(fate === 'cut before' ? 2 : 1)
})

test('a commit that nobody can be asked about is said to be unknown, not done and not undone', async () => {
  let state: 'there' | 'gone' | 'back' = 'there'
  const { database, store } = await openByCable(
    (sent) => {
      if (state === 'gone') return 'cut before'
      if (state === 'back' || !/commit\0/.test(sent)) return 'pass'
      state = 'gone'
      return 'cut after'
    },
    { patience: 300, discreet: true },
  )
  const error = await failure(insertProject(store, 'A'))
  expect(error).toMatchObject({ name: 'UnavailableError', status: 500 })
  expect(error.message).toBe('the store failed: it may or may not have been done')
  state = 'back'
  expect(await kept(database)).toEqual(['A'])
  await insertProject(store, 'B')
  expect(await listProjects(store)).toEqual(['A', 'B'])
})

test('a database that is gone is told at once, by name and without the password, and used again when it is back', async () => {
  const server = await startPostgres()
  onTestFinished(server.remove)
  const address = `${server.address}/postgres`
  const store = await open(address)
  const served = await open(address, { discreet: true })
  await insertProject(store, 'A')
  await server.stop()
  for (const attempt of [() => insertProject(store, 'B'), () => listProjects(store)]) {
    const error = await failure(attempt())
    expect(error).toMatchObject({ name: 'UnavailableError', status: 503 })
    expect(error.message).toMatch(`the database postgres on 127.0.0.1:${server.port} cannot be reached: `)
    expect(error.message).not.toContain('secret')
  }
  expect((await failure(listProjects(served))).message).toBe('the store cannot be used now')
  const missing = await failure(openStore(address))
  expect(missing).toMatchObject({ name: 'UnavailableError', status: 503 })
  await server.start()
  await insertProject(store, 'B')
  expect([await listProjects(store), await listProjects(served)]).toEqual([
    ['A', 'B'],
    ['A', 'B'],
  ])
})

test('writers of several servers queue: numbers are unique and without gaps, and nobody fails', async () => {
  const database = await createDatabase()
  const stores = await Promise.all([1, 2, 3].map(() => open(database.address)))
  const apis = stores.map((store) => createService(store)('ana'))
  const { project } = await apis[0]!.projects.create({ name: 'W', identifier: 'WEB', icon: '', color: '' })
  const made = await Promise.all(
    Array.from({ length: 90 }, (_, index) =>
      apis[index % 3]!.cases.create({ projectId: project.id, name: 'C', preconditions: '', steps: [] }),
    ),
  )
  const numbers = made.map((one) => one.case.displayId).toSorted((one, other) => one - other)
  expect(numbers).toEqual(Array.from({ length: 90 }, (_, index) => index + 1))
})

/** Raises an error for the first projects that are inserted: what a conflict with somebody else looks like. */
const failing = (code: string, times: number) => `
  create sequence tries;
  create function fail() returns trigger language plpgsql as $$
    begin
      if nextval('tries') <= ${times} then raise exception 'once' using errcode = '${code}'; end if;
      return new;
    end $$;
  create trigger fail before insert on projects for each row execute function fail()`

test.for(['40001', '40P01'])('what fails with %s for somebody else is done again', async (code) => {
  const database = await createDatabase()
  const store = await open(database.address)
  await database.ask(failing(code, 3))
  const promised = await Promise.all(['A', 'B', 'C'].map((name) => insertProject(store, name)))
  expect(await listProjects(store)).toEqual(promised)
})

test('what fails so again and again is refused as unavailable, and nothing of it is kept', async () => {
  const database = await createDatabase()
  const store = await open(database.address)
  await database.ask(failing('40001', 1000))
  const error = await failure(insertProject(store, 'A'))
  expect(error).toMatchObject({ name: 'UnavailableError', status: 503 })
  expect(await listProjects(store)).toEqual([])
})

test('a real deadlock with somebody else ends well', async () => {
  const database = await createDatabase()
  const store = await open(database.address)
  for (const name of ['A', 'B']) await insertProject(store, name)
  const other = new pg.Client(database.address)
  await other.connect()
  onTestFinished(() => other.end())
  await other.query("set deadlock_timeout = '10s'; begin; update projects set color = 'red' where id = 'B'")
  let theirs: Promise<unknown> | undefined
  await store.write(async (queries) => {
    await queries.updateTable('projects').set({ icon: 'ours' }).where('id', '=', 'A').execute()
    theirs ??= other.query("update projects set color = 'red' where id = 'A'; commit")
    await sleep(50)
    await queries.updateTable('projects').set({ icon: 'ours' }).where('id', '=', 'B').execute()
  })
  await theirs
  const rows = await database.ask('select icon, color from projects order by id')
  expect(rows).toEqual([
    { icon: 'ours', color: 'red' },
    { icon: 'ours', color: 'red' },
  ])
})

test('one that fails takes no other with it, and leaves nothing behind', async () => {
  const database = await createDatabase()
  const store = await open(database.address)
  const broken = (name: string) =>
    store.write(async (queries) => {
      await putProject(queries, name)
      throw new Error(`no ${name}`)
    })
  const outcomes = await Promise.allSettled([
    insertProject(store, 'A'),
    broken('B'),
    insertProject(store, 'C'),
    insertProject(store, 'A'),
    insertProject(store, 'D'),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await listProjects(store)).toEqual(['A', 'C', 'D'])
})

test('a read that fails takes no other with it', async () => {
  const database = await createDatabase()
  const store = await open(database.address, { readers: 1 })
  await insertProject(store, 'A')
  const broken = store.read((queries) =>
    queries
      .selectFrom('nothing' as 'projects')
      .selectAll()
      .execute(),
  )
  const [, names, error] = await Promise.all([
    listProjects(store),
    listProjects(store),
    failure(broken),
    listProjects(store),
  ])
  expect(names).toEqual(['A'])
  expect(error.message).toContain('nothing')
})

test('a lock that somebody holds for too long is told', async () => {
  const database = await createDatabase()
  const store = await open(database.address, { patience: 100 })
  const other = new pg.Client(database.address)
  await other.connect()
  await other.query('begin; lock table testctl_store in exclusive mode')
  const error = await failure(insertProject(store, 'A'))
  expect(error).toMatchObject({ name: 'UnavailableError', status: 503 })
  expect(error.message).toMatch(/ is locked by somebody else$/)
  await other.query('rollback')
  await other.end()
  expect(await insertProject(store, 'A')).toBe('A')
})
