import { expect, test } from 'vitest'
import { openStore } from '../../../src/store/index.ts'
import { createDatabase, createStore } from '../../helpers/postgres.ts'
import { insertProject, listProjects } from '../rows.ts'
import { failure, open } from './opened.ts'

test('somebody who may only read can read, and is told so when writing', async () => {
  const database = await createStore()
  await database.ask(`alter database ${database.name} set default_transaction_read_only = on`)
  const store = await open(database.address)
  expect(await listProjects(store)).toEqual([])
  const error = await insertProject(store, 'WEB').catch((thrown: unknown) => thrown as Error)
  expect(error).toMatchObject({ name: 'UnavailableError', status: 503 })
  expect((error as Error).message).toMatch(/ can be read but not written$/)
})

test('somebody who may create no tables is told so', async () => {
  const database = await createDatabase()
  await database.ask("create role guest login password 'guest'").catch(() => undefined)
  const address = database.address.replace('owner:secret', 'guest:guest')
  const error = await failure(openStore(address))
  expect(error.name).toBe('UsageError')
  expect(error.message).toMatch(/ does not allow that: permission denied for schema public$/)
  expect(error.hint).toBe('as its owner: grant usage, create on schema public to guest')
  await database.ask(error.hint.replace('as its owner: ', ''))
  const store = await open(address)
  expect(await insertProject(store, 'WEB')).toBe('WEB')
})

test('somebody whose tables belong to another is told the statement that helps', async () => {
  const database = await createStore()
  await database.ask(`create role "Ben's" login password 'guest'`).catch(() => undefined)
  const address = database.address.replace('owner:secret', `${encodeURIComponent("Ben's")}:guest`)
  const { hint } = await failure(openStore(address))
  expect(hint).toBe(`as their owner: grant select, insert, update, delete on all tables in schema public to "Ben's"`)
  await database.ask(hint.replace('as their owner: ', ''))
  const store = await open(address)
  expect(await insertProject(store, 'WEB')).toBe('WEB')
})

test('somebody without a password is told that one is wanted, not that the database cannot be reached', async () => {
  const { address } = await createDatabase()
  const error = await failure(openStore(address.replace('owner:secret', 'owner')))
  expect(error.name).toBe('UsageError')
  expect(error.message).toMatch(/^the database .* wants a password$/)
  expect(error.hint).toContain('PGPASSWORD')
})
