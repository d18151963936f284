import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createService } from '../../../src/service/index.ts'
import { statementOf } from '../../../src/store/queries.ts'
import { createStore } from '../../helpers/postgres.ts'
import { insertProject, listProjects, putProject } from '../rows.ts'
import { open, failure } from './opened.ts'

test('writers of several servers queue: numbers are unique and without gaps, and nobody fails', async () => {
  const database = await createStore()
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

/** Returns SQL that raises an error for the first `times` inserts of a project, like a conflict with another session. */
const failing = (code: string, times: number) => `
  create sequence tries;
  create function fail() returns trigger language plpgsql as $$
    begin
      if nextval('tries') <= ${times} then raise exception 'once' using errcode = '${code}'; end if;
      return new;
    end $$;
  create trigger fail before insert on projects for each row execute function fail()`

test.for(['40001', '40P01'])('what fails with %s for somebody else is done again', async (code) => {
  const database = await createStore()
  const store = await open(database.address)
  await database.ask(failing(code, 3))
  const promised = await Promise.all(['A', 'B', 'C'].map((name) => insertProject(store, name)))
  expect(await listProjects(store)).toEqual(promised)
})

test('what fails so again and again is refused as unavailable, and nothing of it is kept', async () => {
  const database = await createStore()
  const store = await open(database.address)
  await database.ask(failing('40001', 1000))
  const error = await failure(insertProject(store, 'A'))
  expect(error).toMatchObject({ name: 'UnavailableError', status: 503 })
  expect(await listProjects(store)).toEqual([])
})

test('a real deadlock with somebody else ends well', async () => {
  const database = await createStore()
  const store = await open(database.address)
  for (const name of ['A', 'B']) await insertProject(store, name)
  const other = new pg.Client(database.address)
  await other.connect()
  onTestFinished(() => other.end())
  await other.query("set deadlock_timeout = '10s'; begin; update projects set color = 'red' where id = 'B'")
  const waitingForLock =
    "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  let theirs: Promise<unknown> | undefined
  await store.write(async (queries) => {
    await queries.updateTable('projects').set({ icon: 'ours' }).where('id', '=', 'A').execute()
    if (!theirs) {
      theirs = other.query("update projects set color = 'red' where id = 'A'; commit")
      await expect.poll(() => database.ask(waitingForLock)).toHaveLength(1)
    }
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
  const database = await createStore()
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
  const database = await createStore()
  const store = await open(database.address, { readers: 1 })
  await insertProject(store, 'A')
  const broken = store.read((queries) =>
    queries
      .selectFrom('nothing' as 'projects')
      .selectAll()
      .execute(),
  )
  const isolation = store.read(async (queries) => statementOf(queries)!('show transaction_isolation'))
  const [names, error, { rows }] = await Promise.all([listProjects(store), failure(broken), isolation])
  expect(names).toEqual(['A'])
  expect(error.message).toContain('nothing')
  // Those after it see one snapshot, too.
  expect(rows).toEqual([{ transaction_isolation: 'repeatable read' }])
})

test.each([4000, 0])('a lock that somebody holds for too long (%i ms) is told', async (timeoutMs) => {
  const database = await createStore()
  const store = await open(database.address, { timeoutMs })
  const other = new pg.Client(database.address)
  await other.connect()
  await other.query('begin; lock table testctl_store in exclusive mode')
  const error = await failure(insertProject(store, 'A'))
  expect(error).toMatchObject({ name: 'UnavailableError', status: 503 })
  expect(error.message).toMatch(/ is locked by another session$/)
  await other.query('rollback')
  await other.end()
  expect(await insertProject(store, 'A')).toBe('A')
})
