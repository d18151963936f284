import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createMachine } from '../../e2e/machine.ts'
import { ask, startPair } from '../../helpers/standby.ts'
import { insertProject, listProjects } from '../rows.ts'
import { failure, open } from './opened.ts'

const openPair = async () => {
  const pair = await startPair({ isSync: true })
  const store = await open(`${pair.first.address}/postgres`)
  await insertProject(store, 'A')
  await store.close()
  while ((await ask(pair.standby.address, `select from pg_tables where tablename = 'projects'`)) === 0) await sleep(20)
  return pair
}

test('a server on a standby ends at once, and names it and what to look at', async () => {
  const { standby } = await openPair()
  const machine = await createMachine({ TESTCTL_URL: '' })
  onTestFinished(machine.remove)
  const seen = await machine.type(`testctl serve --port 0 --log-level silent --store ${standby.address}/postgres`)
  expect(seen).toMatchObject({ exitCode: 6, stdout: '' })
  expect(seen.stderr).toContain(`the database postgres on ${new URL(standby.address).host} can be read but not written`)
  expect(seen.stderr).toContain('is it a standby, or set to read only?')
  expect(seen.stderr).not.toContain('secret')
})

test('a database that is promoted in the middle of a read goes on, and takes writes then', async () => {
  const { first, standby } = await openPair()
  const store = await open(`${standby.address}/postgres`)
  expect((await failure(insertProject(store, 'B'))).message).toContain('can be read but not written')
  const seen = await store.read(async (queries) => {
    const before = await queries.selectFrom('projects').select('identifier').execute()
    first.kill()
    await ask(standby.address, 'select pg_promote()')
    return [before, await queries.selectFrom('projects').select('identifier').execute()]
  })
  expect(seen).toEqual([[{ identifier: 'A' }], [{ identifier: 'A' }]])
  expect([await insertProject(store, 'B'), await listProjects(store)]).toEqual(['B', ['A', 'B']])
})
