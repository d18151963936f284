import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../../src/store/index.ts'
import { parsePostgresAddress } from '../../../src/store/postgres/address.ts'
import { createConnection } from '../../../src/store/postgres/connection.ts'
import { createKnownStore } from '../../../src/store/postgres/known-store.ts'
import { loadDriver } from '../../../src/store/postgres/session.ts'
import { createDatabase } from '../../helpers/postgres.ts'
import { insertProject, listProjects } from '../rows.ts'
import { layCable } from './cable.ts'
import { failure, open } from './opened.ts'

// RELIABILITY 19

/** A store whose database stops to answer when it gets a certain word, and how often it got that. */
const openSilent = async (word: RegExp) => {
  const database = await createDatabase()
  await (await openStore(database.address)).close()
  const state = { isSilent: false, heard: 0 }
  const cable = await layCable(database.address, (sent) => {
    if (!state.isSilent || !word.test(sent)) return 'pass'
    state.heard += 1
    return 'lose'
  })
  onTestFinished(cable.remove)
  return { state, store: await open(cable.address, { answerMs: 5000, timeoutMs: 5000 }) }
}

test.for([
  ['a write', /exclusive mode/, insertProject],
  ['a read', /repeatable read/, listProjects],
] as const)('%s that a database does not answer is not asked for again: 503 after one wait', async ([, word, ask]) => {
  const { state, store } = await openSilent(word)
  await insertProject(store, 'A')
  await listProjects(store)
  state.isSilent = true
  expect(await failure(ask(store, 'B'))).toMatchObject({ name: 'UnavailableError', status: 503 })
  expect(state.heard).toBe(1)
  state.isSilent = false
  await insertProject(store, 'C')
  expect(await listProjects(store)).toEqual(['A', 'C'])
})

test('what may take longer than other answers, as an upgrade may, is waited for', async () => {
  const { address } = await createDatabase()
  const known = createKnownStore()
  const connection = createConnection(await loadDriver(), parsePostgresAddress(address), {
    timeoutMs: 10_000,
    answerMs: 3000,
    known,
  })
  onTestFinished(connection.close)
  await connection.connect()
  await connection.send('set statement_timeout = 0')
  expect((await connection.send('select pg_sleep(4), 7 as seven', 60_000)).rows).toMatchObject([{ seven: 7 }])
})
