import { expect, test } from 'vitest'
import { expose } from '../../src/wire/expose.ts'
import { bodyLimit } from '../../src/wire/body-limits.ts'
import { fakeApi } from './fake.ts'

// Bodies of 1 MiB that are refused: the number of items is checked before each item. DECISIONS 61

const filled = (start: string, item: (at: number) => string, end: string, most = Infinity): string => {
  const items: string[] = []
  for (let size = start.length + end.length, at = 0; ; at++) {
    const text = item(at)
    size += text.length + 1
    if (size > bodyLimit || at >= most) return start + items.join(',') + end
    items.push(text)
  }
}

const send = async (path: string, body: string) => {
  const { api, calls } = fakeApi()
  const transport = expose(() => api)
  const answer = await transport({
    method: 'PUT',
    path,
    query: '',
    headers: { 'x-api-key': 'k' },
    body,
  })
  return {
    calls,
    status: answer.status,
    size: answer.body.length,
    ...(JSON.parse(answer.body) as { issues: unknown[] }),
  }
}

const someCase = '"name":"x","preconditions":""'

test.for<[what: string, path: string, body: string, message: string]>([
  [
    'too many ids',
    '/v1/test-runs/p',
    filled('{"name":"x","caseIds":[', () => '""', ']}', 100_001),
    'caseIds must have at most 100000 items',
  ],
  [
    'wrong ids',
    '/v1/test-runs/p',
    `{"name":"x","caseIds":[${Array(90_000).fill('""').join(',')}]}`,
    '"" is not an id, which has at most 128 letters, digits, _ and -',
  ],
  [
    'too many steps',
    '/v1/cases/p',
    filled(`{${someCase},"steps":[`, () => '{"a":1}', ']}', 5000),
    'steps must have at most 1000 items',
  ],
  [
    'unknown fields of a step',
    '/v1/cases/p',
    filled(`{${someCase},"steps":[{`, (at) => `"k${at}":1`, '}]}', 5000),
    'steps[0].k0 is not known',
  ],
  ['unknown fields', '/v1/cases/p', filled('{', (at) => `"k${at}":1`, '}', 5000), 'k0 is not known'],
  [
    'too many custom fields',
    '/v1/cases/p',
    filled(`{${someCase},"steps":[],"customFields":{`, (at) => `"k${at}":1`, '}}', 5000),
    'customFields must have at most 1000 fields',
  ],
  [
    'more names than a body may have',
    '/v1/cases/p',
    filled(`{${someCase},"steps":[],"customFields":{"a":{`, (at) => `"k${at}":1`, '}}}'),
    'the body has more than 10000 names of fields',
  ],
  [
    'more items than a body may have',
    '/v1/cases/p',
    filled(`{${someCase},"steps":[],"customFields":{"a":[`, () => '[]', ']}}'),
    'the body has more than 150000 items',
  ],
  [
    'a megabyte of brackets',
    '/v1/cases/p',
    `{${someCase},"steps":[],"customFields":{"a":${'['.repeat(1_000_000)}`,
    'the body is nested more than 100 levels deep',
  ],
])('%s are refused with a short answer', async ([, path, body, message]) => {
  const answer = await send(path, body)
  expect(answer).toMatchObject({ status: 400, message: expect.stringContaining(message), calls: [] })
  expect(answer.issues.length).toBeLessThanOrEqual(25)
  expect(answer.size).toBeLessThan(5000)
})

test('a wrong item far behind in a long list is found and named', async () => {
  const ids = [...Array<string>(500).fill('a'), '', 'b']
  expect(await send('/v1/test-runs/p', JSON.stringify({ name: 'x', caseIds: ids }))).toMatchObject({
    status: 400,
    issues: [{ path: 'caseIds[500]' }],
  })
})

test('where a value is that is refused is still told', async () => {
  const deep = `${'['.repeat(120)}${']'.repeat(120)}`
  expect(await send('/v1/cases/p', `{${someCase},"steps":[],"customFields":{"a":[1,{"b":1e999}]}}`)).toMatchObject({
    issues: [{ path: 'customFields.a[1].b', message: 'is too large for a number' }],
  })
  expect(await send('/v1/cases/p', `{${someCase},"steps":[],"customFields":{"a":${deep}}}`)).toMatchObject({
    issues: [{ path: '', message: 'the body is nested more than 100 levels deep' }],
  })
})

test('other requests have their turn while a body of very many ids is read', async () => {
  let turns = 0
  let done = false
  const count = (): void => {
    turns += 1
    if (!done) setImmediate(count)
  }
  setImmediate(count)
  const ids = Array.from({ length: 90_000 }, (_, at) => `c${at}`)
  expect(await send('/v1/test-runs/p', JSON.stringify({ name: 'x', caseIds: ids }))).toMatchObject({ status: 200 })
  done = true
  expect(turns).toBeGreaterThanOrEqual(2)
})
