import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { backUp, check } from '../../../src/store/maintenance/index.ts'
import type { MaintenanceOptions } from '../../../src/store/maintenance/locations.ts'
import { TerminatedError } from '../../../src/errors.ts'
import { openStore, type Store } from '../../../src/store/index.ts'
import type { Options } from '../../../src/store/engine.ts'
import { statementOf } from '../../../src/store/queries.ts'
import { parsePostgresAddress } from '../../../src/store/postgres/address.ts'
import { createConnection } from '../../../src/store/postgres/connection.ts'
import { createKnownStore } from '../../../src/store/postgres/known-store.ts'
import { loadDriver } from '../../../src/store/postgres/session.ts'
import { createDatabase, createStore } from '../../helpers/postgres.ts'
import { createSetting } from '../maintenance/setting.ts'
import { insertProject, listProjects } from '../rows.ts'
import { layCable } from './cable.ts'
import { failure, open } from './opened.ts'

// RELIABILITY 19

const cancelRequest = '\0\0\0\x10\x04\xd2\x16\x2e'

/** Opens a store whose database stops answering, once `isSilent` is set, when it gets `word`. Counts these words and cancel requests. */
const openSilent = async (word: RegExp, options: Options = { answerMs: 5000, timeoutMs: 5000 }) => {
  const database = await createStore()
  const state = { isSilent: false, heard: 0, cancels: 0 }
  const cable = await layCable(database.address, (sent) => {
    if (sent.startsWith(cancelRequest)) state.cancels += 1
    if (!state.isSilent || !word.test(sent)) return 'pass'
    state.heard += 1
    return 'lose'
  })
  onTestFinished(cable.remove)
  return { state, address: cable.address, store: await open(cable.address, options) }
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

// Longer than a test may take.
const patient = { answerMs: 600_000, timeoutMs: 600_000 }
const silences = [
  ['a write', /exclusive mode/, insertProject, 503],
  ['a read', /repeatable read/, listProjects, 503],
  ['a commit, which is not known to have failed', /^Q....commit\0/s, insertProject, 500],
] as const

/** Opens a store with two requests: the database does not answer the first, and the second waits behind it. */
const askInVain = async (
  word: RegExp,
  ask: (store: Store, name: string) => Promise<unknown>,
  options: Options = {},
) => {
  const { state, store, address } = await openSilent(word, { ...patient, ...options })
  await insertProject(store, 'A')
  await listProjects(store)
  state.isSilent = true
  const asked = [failure(ask(store, 'B')), failure(ask(store, 'C'))]
  await expect.poll(() => state.heard).toBeGreaterThan(0)
  return { store, address, state, asked }
}

test.for(silences)('a store is closed while its database does not answer %s', async ([, word, ask, status]) => {
  const { store, asked } = await askInVain(word, ask)
  await store.close()
  expect(await asked[0]).toMatchObject({ name: 'UnavailableError', status })
  expect(await asked[1]).toMatchObject({ name: 'UnavailableError' })
})

test.for(silences)('a signal ends the wait for a database that does not answer %s', async ([, word, ask, status]) => {
  const stop = new AbortController()
  const { asked } = await askInVain(word, ask, { stop: stop.signal })
  stop.abort(new TerminatedError('terminated'))
  expect(await asked[0]).toMatchObject({ name: 'UnavailableError', status })
  expect(await asked[1]).toMatchObject({ name: 'UnavailableError' })
})

/** Starts a maintenance job on a database that stops answering when it gets `word`, and sends it the stop signal. */
const stopInVain = async (word: RegExp, order: (address: string, setting: MaintenanceOptions) => Promise<unknown>) => {
  const { state, address } = await openSilent(word)
  const [stop, hurry] = [new AbortController(), new AbortController()]
  const setting = await createSetting()
  state.isSilent = true
  const ordered = failure(order(address, { ...setting, stop: stop.signal, hurry: hurry.signal }))
  await expect.poll(() => state.heard).toBeGreaterThan(0)
  stop.abort(new TerminatedError('terminated'))
  return { ordered, hurry, folder: setting.folder }
}

const makeBackup = (from: string, setting: MaintenanceOptions) =>
  backUp({ from, to: { label: 'b.db', path: join(setting.folder, 'b.db') } }, setting)

test.for([
  ['its version', /testctl_store/],
  ['a snapshot', /repeatable read/],
  ['a table', /from "comments"/],
] as const)('a signal ends a backup of a database that no longer answers when it is asked for %s', async ([, word]) => {
  const { ordered, folder } = await stopInVain(word, makeBackup)
  expect((await ordered).message).toMatch(/^terminated$|^the wait for the database .* was ended$/)
  expect(readdirSync(folder)).toEqual([])
})

test('a second Ctrl-C ends a backup of a database that does not answer before the first does', async () => {
  const [first, second] = await Promise.all([1, 2].map(() => stopInVain(/repeatable read/, makeBackup)))
  second!.hurry.abort()
  const ends = [first!.ordered.then(() => 'first'), second!.ordered.then(() => 'second')]
  expect(await Promise.race(ends)).toBe('second')
  await first!.ordered
})

test('a signal ends a check of a database that does not answer', async () => {
  const { ordered } = await stopInVain(/testctl_store/, check)
  expect(await ordered).toMatchObject({ name: 'TerminatedError', message: 'terminated' })
})

test('what a signal ends does not go on at the database, which would keep its locks', async () => {
  const { address, ask } = await createStore()
  const [stop, hurry] = [new AbortController(), new AbortController()]
  const store = await open(address, { ...patient, stop: stop.signal, hurry: hurry.signal })
  const sleeping =
    "select count(*)::int as n from pg_stat_activity where query like '%pg_sleep(600)%' and state = 'active'"
  const sleepers = async () => Number((await ask(`${sleeping} and pid <> pg_backend_pid()`))[0]?.['n'])
  const slept = failure(store.read(async (queries) => statementOf(queries)!('select pg_sleep(600)')))
  await expect.poll(sleepers).toBe(1)
  stop.abort(new TerminatedError('terminated'))
  hurry.abort()
  expect(await slept).toMatchObject({
    name: 'UnavailableError',
    status: 503,
    message: expect.stringMatching(/ was ended$/),
  })
  await expect.poll(sleepers).toBe(0)
})

test.for([
  ['a write', /exclusive mode/, 1],
  ['a commit, which may wait for a standby', /^Q....commit\0/s, 0],
] as const)(
  'a database that does not answer is asked to give up what may be given up: %s',
  async ([, word, cancels]) => {
    const { store, address, state, asked } = await askInVain(word, insertProject)
    await store.close()
    await Promise.all(asked)
    state.isSilent = false
    // Opens the store once more, so that everything sent before has arrived.
    await (await openStore(address)).close()
    expect(state.cancels).toBe(cancels)
  },
)

test('a connection that was ended sends nothing any more: its cancellation would meet a commit', async () => {
  const { address } = await createStore()
  const sent: string[] = []
  const cable = await layCable(address, (words) => {
    sent.push(words)
    return 'pass'
  })
  onTestFinished(cable.remove)
  const options = { answerMs: 5000, timeoutMs: 5000, known: createKnownStore() }
  const connection = createConnection(await loadDriver(), parsePostgresAddress(cable.address), options)
  onTestFinished(connection.close)
  await connection.connect()
  await connection.begin('read only')
  connection.hangUp()
  // On a busy machine, a process stands still for so long.
  for (const start = performance.now(); performance.now() - start < 300;);
  expect(await failure(connection.send('commit'))).toMatchObject({ message: 'the connection was lost' })
  await expect.poll(() => sent.some((words) => words.startsWith(cancelRequest))).toBe(true)
  expect(sent.join('')).not.toContain('commit')
})
