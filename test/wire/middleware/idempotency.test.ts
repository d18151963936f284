import { expect, test } from 'vitest'
import { keyHeader, lifetimeHeader } from '../../../src/contract/idempotency.ts'
import { preconditionHeader } from '../../../src/contract/precondition/index.ts'
import type { Response } from '../../../src/wire/message.ts'
import { idempotent } from '../../../src/wire/middleware/idempotency.ts'
import { retrying } from '../../../src/wire/resilience/retry.ts'
import { answer, outcome, request, reset } from '../retrying-world.ts'

/** Creates a service whose first answer to a change is lost; returns its sender, and the keys that it gets. */
const losing = (headers: Record<string, string>) => {
  const keys: (string | undefined)[] = []
  const transport = idempotent(
    async ({ method, headers: sent }): Promise<Response> => {
      if (method !== 'GET' && keys.push(sent[keyHeader]) === 1) throw reset
      return answer(200, headers)
    },
    (attempt) => retrying({ random: () => 0 }, attempt),
  )
  return { transport, keys }
}

test.each<[lifetime: string | undefined, attempts: number]>([
  ['86400', 2],
  ['3600', 2],
  ['3599', 1],
  ['0', 1],
  ['soon', 1],
  ['', 1],
  [undefined, 1],
])(
  'a create without an answer, at a service that knows repeated requests for %j seconds, is sent %i times',
  async (lifetime, attempts) => {
    const { transport, keys } = losing(lifetime === undefined ? {} : { [lifetimeHeader]: lifetime })
    expect(await outcome(transport, request('GET'))).toBe(200)
    expect(await outcome(transport, request('PUT'))).toBe(attempts === 2 ? 200 : reset)
    expect(keys).toEqual(Array<unknown>(attempts).fill(expect.stringMatching(/^[\da-f-]{36}$/)))
    expect(new Set(keys).size).toBe(1)
  },
)

test('a create that brings a key of its own is sent again with it', async () => {
  const { transport, keys } = losing({ [lifetimeHeader]: '86400' })
  await outcome(transport, request('GET'))
  await outcome(transport, request('PUT', { headers: { [keyHeader]: 'own' } }))
  expect(keys).toEqual(['own', 'own'])
})

test('an update with a condition is repeated with a key, and any other without one', async () => {
  const { transport, keys } = losing({ [lifetimeHeader]: '86400' })
  expect(await outcome(transport, request('POST', { headers: { [preconditionHeader]: 'v1' } }))).toBe(200)
  expect(await outcome(transport, request('POST'))).toBe(200)
  expect(keys).toEqual([keys[0], keys[0], undefined])
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
})
