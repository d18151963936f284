import { describe, expect, test } from 'vitest'
import { type Api, endpoints } from '../../src/contract/index.ts'
import type { Store } from '../../src/store/index.ts'
import { createKeys, createService } from '../../src/service/index.ts'
import { createKeyDoor } from './key-door.ts'
import { expose } from '../../src/wire/expose.ts'
import { refusal } from './fixture.ts'
import { open, countAll } from './keyed-requests.ts'
import { sampleFields } from './sample-fields.ts'

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
    const request = { method: 'GET', path: '/v1/projects', query: '', headers }
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
      const request = { method: 'PUT', path, query: '', headers, body: JSON.stringify(body) }
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
    await transport({ method: 'GET', path, query: '', headers: {} }),
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
  const known = {
    projectId: project.id,
    caseId: caseIds[2],
    testRunId: testRun.id,
    testId: test.id,
    milestoneId: await made('milestones'),
    resourceId: test.id,
    identifier: 'OTHER',
    caseIds,
    testRunIds: [testRun.id],
  }
  // Optional fields that make the write larger.
  const more: Record<string, object> = {
    'projects.update': { name: 'Other' },
    'cases.create': creates['cases']![1],
    'cases.update': { caseId: caseIds[0], name: 'Other' },
    'runs.update': { caseIdsToAdd: [caseIds[1]], caseIdsToRemove: [caseIds[2]] },
    'tests.update': { result: 'passed' },
    'milestones.update': { name: 'Other' },
  }
  for (const [noun, verb, row] of endpoints()) {
    if (!/^(PUT|POST) /.test(row.route)) continue
    given.length = 0
    const call = (api[noun] as unknown as Record<string, (values: unknown) => Promise<unknown>>)[verb]
    const answer = await call?.({ ...sampleFields(row, known), ...more[`${noun}.${verb}`] })
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
  const api: Api = service('ana', { once: { by: 'ana', key: 'one' } })
  expect(await refusal(api.cases.delete({ caseId: 'nothing' }))).toMatchObject({ status: 404 })
  expect((await api.projects.list({})).projects).toHaveLength(1)
})
