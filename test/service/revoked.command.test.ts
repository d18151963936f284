import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { UnavailableError } from '../../src/errors.ts'
import { createKeys, createService } from '../../src/service/index.ts'
import type { Store } from '../../src/store/index.ts'
import { createKeyDoor } from './key-door.ts'
import { expose } from '../../src/wire/expose.ts'
import { openEmptyStore, openProject, openTwice } from './fixture.ts'

test('a key that one server revoked is refused by another at once, and changes nothing there', async () => {
  const store = await openEmptyStore()
  const startServer = () => {
    const keys = createKeys({ store })
    return { keys, transport: expose(createKeyDoor({ service: createService(store), keys })) }
  }
  const [here, there] = [startServer(), startServer()]
  await here.keys.create({ name: 'ana', role: 'owner', createdBy: 'ana' })
  const { secret } = await here.keys.create({ name: 'ci', role: 'writer', createdBy: 'ana' })
  const ask = (method: string, identifier: string, headers = {}) =>
    there.transport({
      method,
      path: '/v1/projects',
      query: '',
      headers: { 'x-api-key': secret, ...headers },
      body: method === 'GET' ? undefined : JSON.stringify({ name: 'P', identifier, icon: '', color: '' }),
    })
  expect((await ask('PUT', 'A')).status).toBe(200)
  expect((await ask('PUT', 'B', { 'idempotency-key': 'b' })).status).toBe(200)
  await here.keys.revoke('ci', { evenLast: false })
  for (const answer of [
    await ask('GET', ''),
    await ask('PUT', 'C'),
    await ask('PUT', 'A'),
    await ask('PUT', 'B', { 'idempotency-key': 'b' }),
    await ask('PUT', 'D', { 'idempotency-key': 'd' }),
  ])
    expect(answer).toMatchObject({ status: 401, body: '{"message":"UNAUTHORIZED"}' })
  const { projects } = await createService(store)('ana').projects.list({})
  expect(projects.map(({ identifier }) => identifier)).toEqual(['A', 'B'])
})

test('a key that another process revoked is refused at once, in reads between which nothing else changed', async () => {
  const [here, there] = await openTwice()
  const keys = createKeys({ store: here })
  const { secret } = await keys.create({ name: 'ci', role: 'writer', createdBy: 'ana' })
  const api = (await createKeyDoor({ service: createService(here), keys })(secret))!
  for (let at = 0; at < 3; at++) await api.projects.list({})
  await createKeys({ store: there }).revoke('ci', { evenLast: true })
  await expect(api.projects.list({})).rejects.toMatchObject({ status: 401 })
})

test('a key that expires while a server believes in it is refused at once', async () => {
  const store = await openEmptyStore()
  const clock = { time: Date.parse('2026-01-01T00:00:00.000Z') }
  const now = () => new Date(clock.time)
  const keys = createKeys({ store, now })
  const expiresAt = new Date(clock.time + 1000)
  const { secret } = await keys.create({ name: 'ci', role: 'writer', createdBy: 'ana', expiresAt })
  const api = await createKeyDoor({ service: createService(store, now), keys })(secret)
  await api!.projects.list({})
  clock.time += 1000
  await expect(api!.projects.list({})).rejects.toMatchObject({ status: 401 })
})

test('a key that was revoked is refused in each of many changes that come at once, and changes nothing', async () => {
  const { store, api: anas, project, caseIds } = await openProject()
  const { testRun } = await anas.runs.create({ projectId: project.id, name: 'R', caseIds })
  const { tests } = await anas.tests.list({ testRunId: testRun.id })
  const keys = createKeys({ store })
  const { secret } = await keys.create({ name: 'ci', role: 'writer', createdBy: 'ana' })
  const api = (await createKeyDoor({ service: createService(store), keys })(secret))!
  const setAll = (result: 'passed' | 'failed') =>
    Promise.allSettled(tests.map(({ id }) => api.tests.update({ testId: id, result })))
  expect((await setAll('passed')).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  await keys.revoke('ci', { evenLast: true })
  for (const outcome of await setAll('failed')) expect(outcome).toMatchObject({ reason: { status: 401 } })
  const now = (await anas.runs.list({ projectId: project.id })).testRuns[0]!
  expect(now.results).toMatchObject({ passed: 3, failed: 0 })
})

test('where the store cannot say whether a key is valid, that is what went wrong, and no key is refused for it', async () => {
  const store = await openEmptyStore()
  const down: KyselyPlugin = {
    transformQuery: () => {
      throw new UnavailableError('the store is down')
    },
    transformResult: async ({ result }) => result,
  }
  const broken: Store = { ...store, read: (work) => store.read((queries) => work(queries.withPlugin(down))) }
  const keys = createKeys({ store })
  const { secret } = await keys.create({ name: 'ci', role: 'writer', createdBy: 'ana' })
  const api = await createKeyDoor({ service: createService(broken), keys })(secret)
  await expect(api!.projects.list({})).rejects.toThrow('the store is down')
})
