import { describe, expect, test } from 'vitest'
import { day, open, nouns, countAll } from './keyed-requests.ts'

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
