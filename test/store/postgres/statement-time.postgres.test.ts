import { expect, test } from 'vitest'
import { openStore } from '../../../src/store/index.ts'
import { statementOf } from '../../../src/store/queries.ts'
import { createStore } from '../../helpers/postgres.ts'
import { insertProject, listProjects } from '../rows.ts'
import { failure, open } from './opened.ts'

test('the database does not go on with a statement whose answer nobody waits for any more', async () => {
  const database = await createStore()
  // Opening the store takes ten answers, each with this limit.
  const store = await open(database.address, { answerMs: 3000 })
  const slow = failure(store.read(async (queries) => statementOf(queries)!('select pg_sleep(600)', [])))
  expect(await slow).toMatchObject({ status: 503 })
  const working = () =>
    database.ask(
      "select 1 from pg_stat_activity where datname = current_database() and query ~ 'pg_sleep.600' and state = 'active' and pid <> pg_backend_pid()",
    )
  await expect.poll(working, { timeout: 20_000 }).toEqual([])
})

test('a shorter statement_timeout of the role is not for testctl, which has one of its own', async () => {
  const database = await createStore()
  await database.ask(`alter database ${database.name} set statement_timeout = '100ms'`)
  const store = await openStore(database.address)
  try {
    await store.write(async (queries) => statementOf(queries)!('select pg_sleep(0.3)', []))
    expect([await insertProject(store, 'A'), await listProjects(store)]).toEqual(['A', ['A']])
  } finally {
    await store.close()
  }
})

test('of work on a whole store the database soon notices that its computer is gone: it would block all writers for an hour', async () => {
  const database = await createStore()
  const store = await open(database.address, { answerMs: 3_600_000 })
  const probing =
    "select current_setting('tcp_keepalives_idle')::int + current_setting('tcp_keepalives_interval')::int * current_setting('tcp_keepalives_count')::int as seconds"
  const read = () => store.write(async (queries) => statementOf(queries)!(probing, []))
  expect((await read()).rows).toEqual([{ seconds: 120 }])
})
