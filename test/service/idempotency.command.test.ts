import { describe, expect, test } from 'vitest'
import { type Api, endpoints } from '../../src/contract/index.ts'
import type { Store } from '../../src/store/index.ts'
import { createDoor, createKeyDoor, createKeys, createService } from '../../src/service/index.ts'
import { expose } from '../../src/wire/expose.ts'
import { openProject, refusal } from './fixture.ts'

const day = 86_400_000

/** The service behind its door, with a key that only one has, and a case, a run and a test to create under. */
const open = async () => {
  const opened = await openProject()
  const { store, clock, project, caseIds } = opened
  const now = () => new Date(clock.time)
  const service = createService(store, now)
  const { testRun } = await opened.api.runs.create({ projectId: project.id, name: 'Run', caseIds: [] })
  const transport = expose(createDoor({ service, key: 'k', holder: 'ana' }))
  const send = async (method: string, path: string, body: object | string, idempotencyKey?: string) => {
    const response = await transport({
      method,
      path,
      query: '',
      headers: { 'x-api-key': 'k', ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }) },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      repeatable: false,
    })
    return { status: response.status, headers: response.headers, body: JSON.parse(response.body) as unknown }
  }
  const kept = () => store.read((queries) => queries.selectFrom('replays').selectAll().orderBy('created_at').execute())
  const [caseId = ''] = caseIds
  const creates: Record<string, [path: string, body: object]> = {
    projects: ['/v1/projects', { name: 'New', identifier: 'NEW', icon: '', color: '' }],
    cases: [`/v1/cases/${project.id}`, { name: 'New', preconditions: '', steps: [], customFields: { a: [1, '\0é'] } }],
    runs: [`/v1/test-runs/${project.id}`, { name: 'New', caseIds }],
    tests: [`/v1/tests/${testRun.id}`, { caseId }],
    milestones: [`/v1/milestones/${project.id}`, { name: 'New', testRunIds: [testRun.id] }],
    comments: [`/v1/comments/${caseId}`, { content: 'New' }],
  }
  return { ...opened, now, service, transport, send, kept, creates, testRun }
}

const nouns = ['projects', 'cases', 'runs', 'tests', 'milestones', 'comments'] as const

/** How many rows there are of what can be created. */
const countAll = (store: Store) =>
  store.read(async (queries) => {
    const counts = await Promise.all(
      nouns.map(async (noun) => {
        const { count } = await queries
          .selectFrom(noun)
          .select(({ fn }) => fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
        return Number(count)
      }),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  })

describe('a create with an Idempotency-Key', () => {
  test.for(nouns)('that is sent twice is done once, and answered the same: %s', async (noun) => {
    const { send, creates, store, clock } = await open()
    const [path, body] = creates[noun]!
    const first = await send('PUT', path, body, 'one')
    expect(first.status).toBe(200)
    const count = await countAll(store)
    clock.time += day - 1
    expect(await send('PUT', path, body, 'one')).toEqual(first)
    expect(await countAll(store)).toBe(count)
  })

  test('is done twice with two keys, and without any', async () => {
    const { send, creates, store } = await open()
    const [path, body] = creates['cases']!
    const count = await countAll(store)
    for (const key of ['one', 'two', undefined, undefined]) await send('PUT', path, body, key)
    expect(await countAll(store)).toBe(count + 4)
  })

  test('and the same fields in another order is the same request', async () => {
    const { send, project } = await open()
    const path = `/v1/milestones/${project.id}`
    const first = await send('PUT', path, '{"name":"M","testRunIds":[]}', 'one')
    expect(await send('PUT', path, ' {"testRunIds":[],"name":"M"}\n', 'one')).toEqual(first)
  })

  test('of two at once: one is done, and both are answered the same', async () => {
    const { send, creates, store } = await open()
    const [path, body] = creates['cases']!
    const count = await countAll(store)
    const all = await Promise.all(Array.from({ length: 20 }, () => send('PUT', path, body, 'one')))
    expect(new Set(all.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await countAll(store)).toBe(count + 1)
  })

  test.for<[string, (open: { creates: Record<string, [string, object]> }) => [string, string, object]]>([
    ['another body', ({ creates }) => ['PUT', creates['comments']![0], { content: 'Other' }]],
    ['another path', ({ creates }) => ['PUT', creates['milestones']![0], { name: 'New', testRunIds: [] }]],
    ['another method', ({ creates }) => ['POST', creates['cases']![0], { name: 'Other' }]],
  ])('and %s is refused, and changes nothing', async ([, other]) => {
    const opened = await open()
    const { send, creates, store } = opened
    await send('PUT', ...creates['comments']!, 'one')
    const count = await countAll(store)
    const { status, body } = await send(...other(opened), 'one')
    expect({ status, body }).toEqual({
      status: 422,
      body: { message: 'this Idempotency-Key belongs to another request, which was done' },
    })
    expect(await countAll(store)).toBe(count)
  })

  test('that failed leaves nothing behind, and is done when it can be', async () => {
    const { send, creates, api, kept, project } = await open()
    const [path, body] = creates['projects']!
    const { project: other } = await api.projects.create({ name: 'X', identifier: 'NEW', icon: '', color: '' })
    expect((await send('PUT', path, body, 'one')).status).toBe(409)
    expect((await send('PUT', path, { ...body, name: 5 }, 'one')).status).toBe(400)
    expect((await send('PUT', `/v1/cases/${project.id}x`, creates['cases']![1], 'one')).status).toBe(404)
    expect(await kept()).toEqual([])
    await api.projects.delete({ projectId: other.id })
    expect((await send('PUT', path, body, 'one')).status).toBe(200)
  })

  test('is answered as it was, though what it made is changed or gone', async () => {
    const { send, creates, api } = await open()
    const [path, body] = creates['comments']!
    const first = await send('PUT', path, body, 'one')
    await api.comments.delete({ commentId: (first.body as { comment: { id: string } }).comment.id })
    expect(await send('PUT', path, body, 'one')).toEqual(first)
  })

  test('is done again after a day, and what is that old is forgotten little by little', async () => {
    const { send, creates, store, clock, kept } = await open()
    const [path, body] = creates['cases']!
    for (let at = 0; at < 10; at++) await send('PUT', path, body, `old-${at}`)
    const count = await countAll(store)
    clock.time += day
    await send('PUT', path, body, 'old-9')
    expect(await countAll(store)).toBe(count + 1)
    await send('PUT', path, body, 'new-1')
    await send('PUT', path, body, 'new-2')
    expect(await kept()).toHaveLength(3)
    await send('PUT', path, body, 'old-9')
    expect(await countAll(store)).toBe(count + 3)
  })

  test('costs nothing where none is sent', async () => {
    const { send, creates, kept } = await open()
    for (const noun of nouns) expect((await send('PUT', ...creates[noun]!)).status).toBe(200)
    expect(await kept()).toEqual([])
  })
})

test('an update with an Idempotency-Key is done once as well', async () => {
  const { send, testRun, caseIds, api } = await open()
  const path = `/v1/test-runs/${testRun.id}`
  const first = await send('POST', path, { caseIdsToAdd: caseIds }, 'one')
  await api.runs.update({ testRunId: testRun.id, caseIdsToRemove: caseIds })
  expect(await send('POST', path, { caseIdsToAdd: caseIds }, 'one')).toEqual(first)
  const { testRuns } = await api.runs.list({ projectId: (await api.projects.list({})).projects[0]!.id })
  expect(testRuns[0]?.results?.total).toBe(0)
})

describe('an Idempotency-Key', () => {
  test.for([
    ['is empty', ''],
    ['has a space', 'a b'],
    ['has a line break', 'a\nb'],
    ['has other letters', 'schlüssel'],
    ['is too long', 'x'.repeat(256)],
  ])('that %s is refused, and nothing is done', async ([, key]) => {
    const { send, creates, store } = await open()
    const count = await countAll(store)
    expect(await send('PUT', ...creates['cases']!, key)).toMatchObject({
      status: 400,
      body: { message: 'an Idempotency-Key must have 1 to 255 visible ASCII characters' },
    })
    expect(await countAll(store)).toBe(count)
  })

  test('may be anything visible, and long', async () => {
    const { send, creates } = await open()
    for (const key of ['x'.repeat(255), '"5b2c"', "';drop(replays);--"])
      expect((await send('PUT', ...creates['cases']!, key)).status).toBe(200)
  })

  test('is not looked at where a request can be sent again as it is', async () => {
    const { transport } = await open()
    const headers = { 'x-api-key': 'k', 'idempotency-key': 'a b' }
    const request = { method: 'GET', path: '/v1/projects', query: '', headers, repeatable: true }
    expect((await transport(request)).status).toBe(200)
  })

  test('belongs to whoever sent it: two holders may choose the same', async () => {
    const { store, service, now, creates } = await open()
    const keys = createKeys({ store, now })
    const transport = expose(createKeyDoor({ service, keys }))
    const [path, body] = creates['cases']!
    const ids = []
    for (const [name, role] of [
      ['ci', 'writer'],
      ['ben', 'owner'],
      ['eve', 'reader'],
    ] as const) {
      const { secret } = await keys.create({ name, role, createdBy: 'ana' })
      const headers = { 'x-api-key': secret, 'idempotency-key': 'one' }
      const request = { method: 'PUT', path, query: '', headers, body: JSON.stringify(body), repeatable: false }
      const first = await transport(request)
      expect(await transport(request)).toMatchObject({ status: first.status, body: first.body })
      ids.push(first.status === 200 ? (JSON.parse(first.body) as { case: { id: string } }).case.id : first.status)
    }
    expect(new Set(ids).size).toBe(3)
    expect(ids[2]).toBe(403)
  })
})

test('every response says that keys are honoured, errors as well', async () => {
  const { send, creates, transport } = await open()
  const [path, body] = creates['cases']!
  const announced = { 'idempotency-key-max-age': '86400' }
  for (const answer of [
    await send('PUT', path, body, 'one'),
    await send('PUT', path, body),
    await send('PUT', path, '{'),
    await send('PUT', '/v1/nothing', body),
    await send('PATCH', path, body),
    await transport({ method: 'GET', path, query: '', headers: {}, repeatable: true }),
  ])
    expect(answer.headers).toMatchObject(announced)
})

test('every create and update is one write, and answers what that gave', async () => {
  const { store, clock, creates, send, testRun, project, caseIds } = await open()
  const given: unknown[] = []
  const watched: Store = {
    ...store,
    write: async (work) => {
      const value = await store.write(work)
      given.push(value)
      return value
    },
  }
  const api = createService(watched, () => new Date(clock.time))('ana')
  const made = async (noun: string) =>
    Object.values((await send('PUT', ...creates[noun]!)).body as Record<string, { id: string }>)[0]!.id
  const { test } = (await send('PUT', ...creates['tests']!)).body as { test: { id: string } }
  const values: Record<string, object> = {
    'projects.create': { name: 'New', identifier: 'OTHER', icon: '', color: '' },
    'projects.update': { projectId: project.id, name: 'Other' },
    'cases.create': { projectId: project.id, ...creates['cases']![1] },
    'cases.update': { caseId: caseIds[0], name: 'Other' },
    'runs.create': { projectId: project.id, ...creates['runs']![1] },
    'runs.update': { testRunId: testRun.id, caseIdsToAdd: [caseIds[1]], caseIdsToRemove: [caseIds[2]] },
    'tests.create': { testRunId: testRun.id, caseId: caseIds[2] },
    'tests.update': { testId: test.id, result: 'passed' },
    'milestones.create': { projectId: project.id, ...creates['milestones']![1] },
    'milestones.update': { milestoneId: await made('milestones'), name: 'Other' },
    'comments.create': { resourceId: test.id, content: 'Hm' },
  }
  for (const [noun, verb, { route }] of endpoints()) {
    if (!/^(PUT|POST) /.test(route)) continue
    given.length = 0
    const call = (api[noun] as unknown as Record<string, (values: unknown) => Promise<unknown>>)[verb]
    const answer = await call?.(values[`${noun}.${verb}`])
    expect({ noun, verb, writes: given.length, same: given[0] === answer }).toEqual({
      noun,
      verb,
      writes: 1,
      same: true,
    })
  }
})

test('what reads and deletes is as it was for a request that comes again', async () => {
  const { service } = await open()
  const api: Api = service('ana', { by: 'ana', key: 'one' })
  expect(await refusal(api.cases.delete({ caseId: 'nothing' }))).toMatchObject({ status: 404 })
  expect((await api.projects.list({})).projects).toHaveLength(1)
})
