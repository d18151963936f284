import { describe, expect, test } from 'vitest'
import { createKeptReads, createKeys, createService } from '../../src/service/index.ts'
import { createFairLimit } from '../../src/system/async/fair-limit.ts'
import { createKeyDoor } from './key-door.ts'
import { engine } from './engines/current.ts'
import { openTwice } from './fixture.ts'

/** Opens one store twice: a server that caches its reads, and a service that changes the store. */
const openBoth = async () => {
  const [here, there] = await openTwice()
  const service = createService(here, undefined, { fairLimit: createFairLimit(), keptReads: createKeptReads() })
  const [server, other] = [service('ana'), createService(there)('ben')]
  const fields = { name: 'Shop', identifier: 'WEB', icon: '', color: '' }
  const { project } = await server.projects.create(fields)
  const sent = { projectId: project.id, name: 'Login', preconditions: '', steps: [] }
  const { case: made } = await server.cases.create(sent)
  await server.runs.create({ projectId: project.id, name: 'R', caseIds: [made.id] })
  const read = async () => (await server.tests.get({ identifier: 'WEB-T1' })).test
  return { here, there, service, server, other, read }
}

describe('who reads the same again', () => {
  test('gets what was read before, as long as nothing has changed', async ({ skip }) => {
    // PostgreSQL has no number for the state of a store: there, only reads of one transaction share a snapshot.
    skip(engine().name !== 'SQLite')
    const { read, server } = await openBoth()
    await read()
    const first = await read()
    expect(await read()).toBe(first)
    expect((await server.tests.get({ identifier: 'WEB-T1', relations: ['case'] })).test).toHaveProperty('case')
    expect(await read()).toBe(first)
  })

  test.for(['server', 'other'] as const)('sees each change that the %s has made', async (name) => {
    const opened = await openBoth()
    const { id } = await opened.read()
    for (const result of ['passed', 'failed', 'inProgress', 'untested'] as const) {
      await opened.read()
      await opened[name].tests.update({ testId: id, result })
      expect([await opened.read(), await opened.read()]).toMatchObject([{ result }, { result }])
    }
    await opened[name].tests.delete({ testId: id })
    await expect(opened.read()).rejects.toMatchObject({ status: 404 })
  })

  test('sees a change of another process that comes amid many reads', async () => {
    const { read, other } = await openBoth()
    const { id } = await read()
    for (let turn = 0; turn < 20; turn++) {
      const early = Array.from({ length: 20 }, read)
      const assignedTo = `turn ${turn}`
      await other.tests.update({ testId: id, assignedTo })
      expect((await read()).assignedTo).toBe(assignedTo)
      await Promise.all(early)
      expect((await read()).assignedTo).toBe(assignedTo)
    }
  })

  test('gets nothing once the key is revoked, not even what is kept', async () => {
    const { here, there, service, read } = await openBoth()
    const keys = createKeys({ store: here })
    const { secret } = await keys.create({ name: 'ci', role: 'reader', createdBy: 'ana' })
    const api = (await createKeyDoor({ service, keys })(secret))!
    for (let at = 0; at < 3; at++) await api.tests.get({ identifier: 'WEB-T1' })
    await createKeys({ store: there }).revoke('ci', { evenLast: true })
    await read()
    await expect(api.tests.get({ identifier: 'WEB-T1' })).rejects.toMatchObject({ status: 401 })
  })
})

test('what is kept takes so many bytes at most, and belongs to one snapshot', () => {
  const { find, keep } = createKeptReads(1000)
  const [before, after] = [{}, {}]
  keep(before, 'a', { value: 1, bytes: 600 })
  keep(before, 'b', { value: 2, bytes: 300 })
  expect([find(before, 'a')?.value, find(before, 'b')?.value, find(after, 'a')]).toEqual([1, 2, undefined])
  keep(before, 'c', { value: 3, bytes: 600 })
  keep(before, 'd', { value: 4, bytes: 300 })
  expect(['a', 'c', 'd'].map((name) => find(before, name)?.value)).toEqual([undefined, 3, 4])
  keep(after, 'a', { value: 5, bytes: 600 })
  expect([find(before, 'c'), find(after, 'a')?.value]).toEqual([undefined, 5])
})

test('what comes again is known by its texts and numbers, and is new once', () => {
  const { isNew } = createKeptReads()
  const [one, other, next] = [{ identifier: 'WEB-T1' }, { identifier: 'WEB-T2' }, { identifier: 'WEB-T1', limit: 2 }]
  expect([one, other, next].map(isNew)).toEqual([true, true, true])
  expect([one, other, next, { identifier: 'WEB-T3' }].map(isNew)).toEqual([false, false, false, true])
})
