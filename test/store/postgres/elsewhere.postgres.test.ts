import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createKeys } from '../../../src/service/index.ts'
import { createDatabase, createStore } from '../../helpers/postgres.ts'
import { insertProject, listProjects } from '../rows.ts'
import { failure, open } from './opened.ts'

// Two things that a server must not trust: that a name still leads to the same database, and its own clock.

const hour = 3_600_000

/** Gives the name of a database to another one, as a changed DNS entry would. */
const swap = async (one: { name: string; ask: (sql: string) => Promise<unknown> }, other: { name: string }) => {
  const admin = await createDatabase()
  const free = (name: string) =>
    admin.ask(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  const rename = async (from: string, to: string) => {
    for (;;) {
      await free(from)
      const failed = await admin.ask(`alter database ${from} rename to ${to}`).catch((error: Error) => error)
      if (!(failed instanceof Error)) return
    }
  }
  await rename(one.name, `${one.name}_away`)
  await rename(other.name, one.name)
}

test.each([true, false])(
  'a name that leads elsewhere, to a store: %s, is noticed: nothing is read or written there',
  async (isStore) => {
    const [database, other] = [await createDatabase(), await createDatabase()]
    if (isStore) await insertProject(await open(other.address), 'THEIRS')
    const store = await open(database.address)
    await insertProject(store, 'OURS')
    await swap(database, other)
    for (const error of await Promise.all([failure(insertProject(store, 'A')), failure(listProjects(store))])) {
      expect(error).toMatchObject({ name: 'UnavailableError', status: 503 })
      expect(error.message).toMatch(/a store other than the one that was opened answers at 127\.0\.0\.1:\d+$/)
    }
    expect(await listProjects(await open(database.address))).toEqual(isStore ? ['THEIRS'] : [])
  },
)

test('a server whose clock is an hour ahead of another agrees with it on when a key expires', async () => {
  const database = await createStore()
  const [right, wrong] = [await open(database.address), await open(database.address)]
  const expiresAt = new Date(right.now().getTime() + hour / 2)
  const { secret } = await createKeys({ store: right }).create({
    name: 'ci',
    role: 'writer',
    createdBy: 'ana',
    expiresAt,
  })
  vi.setSystemTime(Date.now() + hour)
  onTestFinished(() => void vi.useRealTimers())
  const late = await open(database.address)
  for (const store of [right, wrong, late]) {
    expect(Math.abs(store.now().getTime() - expiresAt.getTime() + hour / 2)).toBeLessThan(60_000)
    expect(await createKeys({ store }).find(secret)).toMatchObject({ name: 'ci' })
  }
})

test('work that takes long does not set the clock of the store back', async () => {
  const store = await open((await createStore()).address)
  const during = await store.write(async (queries) => {
    await queries.selectFrom('projects').select('id').execute()
    // Longer than the second by which the clocks may differ before testctl sets its clock again.
    await sleep(1500)
    return store.now()
  })
  expect(store.now().getTime()).toBeGreaterThanOrEqual(during.getTime())
})

test('a write that meets another store in the same session, as a pooler can make it, is refused and not kept', async () => {
  const { address, ask } = await createStore()
  const store = await open(address)
  await insertProject(store, 'WEB')
  await ask("update about set identity = 'another'")
  await expect(insertProject(store, 'APP')).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('a store other than the one that was opened answers') as string,
  })
  expect(await ask('select identifier from projects')).toEqual([{ identifier: 'WEB' }])
})
