import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyInAnswers, masked, maskJson } from '../../../src/wire/middleware/mask-key.ts'
import type { Request } from '../../../src/wire/message.ts'

const key = 'canary-+/="\\0123456789'

const sent = async (body: string | undefined, query = ''): Promise<Request> => {
  let seen: Request | undefined
  const transport = masked(key, async (request) => {
    seen = request
    return { status: 200, headers: {}, body: '{}' }
  })
  await transport({ method: 'PUT', path: '/v1/comments/x', query, headers: {}, body, repeatable: false })
  return seen!
}

test('the key stands in nothing that is sent, whatever the text round it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string(),
      fc.string(),
      fc.constantFrom(key, encodeURIComponent(key)),
      async (one, other, said) => {
        const text = `${one}${said}${other}`
        const { body = '', query } = await sent(
          JSON.stringify({ content: text, [text]: [text] }),
          new URLSearchParams({ search: text }).toString(),
        )
        expect(JSON.stringify(JSON.parse(body))).not.toContain(JSON.stringify(said).slice(1, -1))
        expect(new URLSearchParams(query).get('search')).not.toContain(said)
      },
    ),
    { numRuns: 200 },
  )
})

test('a key that is written in escapes is found', () => {
  const escaped = [...key].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
  expect(maskJson(key, `{"content":"a ${escaped}"}`)).toBe('{"content":"a ********"}')
})

test('what holds no key is sent as it was written', async () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(maskJson(key, json)).toBe(json)
    }),
  )
  expect((await sent(undefined)).body).toBeUndefined()
  expect(maskJson('12345678', '{"n": 12345678}')).toBe('{"n": 12345678}')
})

test('a key so short that it stands in texts by chance is left alone', () =>
  expect(maskJson('demo', '{"name":"demo"}')).toBe('{"name":"demo"}'))

test.each<[who: string, write: (json: string) => string]>([
  ['JavaScript', (json) => json],
  ['PHP', (json) => json.replaceAll('/', '\\/')],
  ['.NET', (json) => json.replaceAll('/', '\\u002F')],
])('JSON of %s stays JSON where the key is masked, also behind a backslash', (_, write) => {
  for (const before of ['', '\\', '\\\\', '/', 'C:\\keys\\'])
    for (const said of [`${before}/canary+0123`, `${before}%2Fcanary%2B0123`]) {
      const json = write(JSON.stringify({ message: said }))
      const clean = json.replace(keyInAnswers('/canary+0123'), '********')
      expect(JSON.parse(clean)).toEqual({ message: `${before}********` })
    }
})
