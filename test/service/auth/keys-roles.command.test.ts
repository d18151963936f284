import { describe, expect, test } from 'vitest'
import { type Api, endpoints } from '../../../src/contract/index.ts'
import { createService } from '../../../src/service/index.ts'
import { createKeyDoor } from '../key-door.ts'
import { limitedTo } from '../../../src/service/auth/authenticate.ts'
import { createSecret, holdsSecret } from '../../../src/service/auth/secret.ts'
import type { Store } from '../../../src/store/index.ts'
import { expose } from '../../../src/wire/expose.ts'
import { refusal } from '../fixture.ts'
import { openKeys } from '../open-keys.ts'
import { sampleBody } from '../sample-fields.ts'

describe('at the door', () => {
  const openDoor = async () => {
    const opened = await openKeys()
    const service = createService(opened.store, opened.now)
    const door = createKeyDoor({ service, keys: opened.keys })
    return { ...opened, door, service, transport: expose(door) }
  }

  test('the holder of a key is who did it', async () => {
    const { door, make } = await openDoor()
    const api = await door((await make({ name: 'ana' })).secret)
    const made = await api?.projects.create({ name: 'W', identifier: 'W', icon: '', color: '' })
    expect(made?.project).toMatchObject({ createdBy: 'ana', updatedBy: 'ana' })
  })

  test('a reader reads all and changes nothing', async () => {
    const asked: string[] = []
    const api = Object.fromEntries(
      endpoints().map(([noun]) => [
        noun,
        new Proxy({}, { get: (_, verb) => async () => void asked.push(`${noun} ${String(verb)}`) }),
      ]),
    ) as unknown as Api
    const refused: string[] = []
    for (const [noun, verb] of endpoints()) {
      const call = limitedTo('reader', api)[noun][verb as never] as () => Promise<unknown>
      const { status, message } = await refusal(call())
      if (status === 403) refused.push(`${noun} ${verb}: ${message}`)
    }
    const isRead = ({ 2: { route } }: ReturnType<typeof endpoints>[number]) => route.startsWith('GET ')
    expect(asked).toEqual(
      endpoints()
        .filter(isRead)
        .map(([noun, verb]) => `${noun} ${verb}`),
    )
    expect(refused).toEqual(
      endpoints()
        .filter((one) => !isRead(one))
        .map(([noun, verb]) =>
          expect.stringMatching(`^${noun} ${verb}: .*this key is a reader: it may read, and change nothing`),
        ),
    )
  })

  // RELIABILITY 7: the answer of each endpoint to a client that may not use it, and the data afterwards.
  const requests = endpoints().map(([noun, verb, row]) => {
    const [method = '', path = ''] = row.route.split(' ')
    return {
      title: `${noun} ${verb}`,
      method,
      path: path.replace(':identifier', 'WEB-C1').replace(/:\w+/, '7f9c2ba4-e88f-4a5b-9c1d-3f2a8b6d0e11'),
      body: method === 'GET' ? undefined : JSON.stringify(sampleBody(row)),
    }
  })
  test.for(requests)('$title lets in nobody without a valid key, and no reader to change it', async (request) => {
    const { clock, keys, make, store, transport } = await openDoor()
    const valid = (await make({ name: 'owner', role: 'owner' })).secret
    const revoked = (await make({ name: 'revoked', role: 'owner' })).secret
    await keys.revoke('revoked', { evenLast: false })
    const expired = (await make({ name: 'expired', role: 'owner', expiresAt: new Date(clock.time + 1) })).secret
    clock.time += 1
    const send = (key: string | undefined) =>
      transport({
        ...request,
        query: '',
        headers: { ...(key !== undefined && { 'x-api-key': key }) },
      })
    const before = await contents(store)
    const typo = valid.slice(0, -1) + (valid.endsWith('0') ? '1' : '0')
    for (const key of [undefined, '', 'x', typo, ` ${valid}`, `${valid},${valid}`, createSecret(), revoked, expired]) {
      const { status, body } = await send(key)
      expect({ key, status, body }).toEqual({ key, status: 401, body: '{"message":"UNAUTHORIZED"}' })
    }
    const reader = (await make({ name: 'reader', role: 'reader' })).secret
    const { status } = await send(reader)
    if (request.method === 'GET') expect([200, 404]).toContain(status)
    else expect(status).toBe(403)
    expect(await contents(store)).toEqual(before)
    expect((await send(valid)).status).not.toBe(401)
  })

  const contents = (store: Store) =>
    store.read(async (queries) => [
      await queries.selectFrom('projects').selectAll().execute(),
      await queries.selectFrom('cases').selectAll().execute(),
      await queries.selectFrom('runs').selectAll().execute(),
      await queries.selectFrom('comments').selectAll().execute(),
    ])

  test('text that holds a key is known', () => {
    expect(holdsSecret(`see ${createSecret()}`)).toBe(true)
    expect(holdsSecret('tctl_a1B2…')).toBe(false)
  })
})
