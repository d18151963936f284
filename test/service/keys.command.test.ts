import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Api, endpoints } from '../../src/contract/index.ts'
import { createKeyDoor, createKeys, createService } from '../../src/service/index.ts'
import type { Keys, KeyOrder } from '../../src/service/keys.ts'
import { limitedTo } from '../../src/service/roles.ts'
import { createSecret, digestOf, holdsSecret, isSecret } from '../../src/service/secret.ts'
import { openStore, type Store } from '../../src/store/index.ts'
import { expose } from '../../src/wire/expose.ts'
import { createWorld } from '../helpers/world.ts'
import { counting, openEmptyStore, refusal } from './fixture.ts'

const minute = 60_000

const openKeys = async (address?: string) => {
  const { counter, store } = counting(await (address === undefined ? openEmptyStore() : openStore(address)))
  const clock = { time: Date.parse('2026-01-01T00:00:00.000Z') }
  const now = () => new Date(clock.time)
  const keys = createKeys({ store, now })
  const make = (order: Partial<KeyOrder> = {}) =>
    keys.create({ name: 'ci', role: 'writer', createdBy: 'ana', ...order })
  /** Another server on the same store. */
  const elsewhere = createKeys({ store, now })
  return { store, counter, clock, now, keys, elsewhere, make }
}

const settled = (store: Store) => store.write(async () => undefined)

describe('a key', () => {
  test('is random, recognisable, and told from a typo without asking anybody', () => {
    const made = Array.from({ length: 1000 }, createSecret)
    expect(new Set(made).size).toBe(1000)
    for (const secret of made) {
      expect(secret).toMatch(/^tctl_[0-9A-Za-z]{49}$/)
      expect(isSecret(secret)).toBe(true)
    }
  })

  test('with one wrong, missing, added or swapped character is none', () => {
    fc.assert(
      fc.property(fc.nat(53), fc.constantFrom(...'0Aaz_-é '), (at, character) => {
        const secret = createSecret()
        const changed = secret.slice(0, at) + character + secret.slice(at + 1)
        expect(isSecret(changed)).toBe(changed === secret)
        expect(isSecret(secret.slice(0, at) + secret.slice(at + 1))).toBe(false)
        expect(isSecret(secret.slice(0, at) + character + secret.slice(at))).toBe(false)
        const swapped = secret.slice(0, at) + (secret[at + 1] ?? '') + (secret[at] ?? '') + secret.slice(at + 2)
        expect(isSecret(swapped)).toBe(swapped === secret)
      }),
    )
    for (const wrong of ['', 'tctl_', `${createSecret()}\n`, createSecret().toLowerCase(), '\0'.repeat(54)])
      expect(isSecret(wrong)).toBe(false)
  })

  test('is shown once, when it is made, and its hash alone is in the store', async () => {
    const { folder, remove } = await createWorld()
    const { store, keys, make } = await openKeys(`file:${folder}/team.db`)
    const { secret, key } = await make()
    expect(await keys.find(secret)).toEqual({ id: key.id, name: 'ci', role: 'writer' })
    await settled(store)
    await store.close()
    for (const file of ['team.db', 'team.db-wal']) {
      const bytes = await readFile(join(folder, file), 'latin1').catch(() => '')
      // Six of its characters are shown; nothing of it beyond these is kept.
      expect(bytes).not.toContain(secret.slice(0, 12))
      expect(bytes).not.toContain(secret.slice(9))
      expect(bytes).not.toContain(secret.slice(-8))
      if (file === 'team.db') expect(bytes).toContain(digestOf(secret))
    }
    await remove()
  })

  test('that was stolen with the database is of no use: neither its hash nor its hint opens the door', async () => {
    const { store, keys, make } = await openKeys()
    await make()
    const rows = await store.read((queries) => queries.selectFrom('keys').selectAll().execute())
    for (const value of rows.flatMap((row) => Object.values(row)))
      expect(await keys.find(String(value))).toBeUndefined()
  })
})

describe('making a key', () => {
  test('says all of it but the key', async () => {
    const { keys, make } = await openKeys()
    const { secret, key } = await make({
      name: '  ci ',
      role: 'reader',
      expiresAt: new Date('2026-04-01T00:00:00.000Z'),
    })
    expect(key).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      name: 'ci',
      role: 'reader',
      hint: `${secret.slice(0, 9)}…`,
      state: 'valid',
      createdAt: '2026-01-01T00:00:00.000Z',
      createdBy: 'ana',
      expiresAt: '2026-04-01T00:00:00.000Z',
      lastUsedAt: null,
      revokedAt: null,
    })
    expect(await keys.list()).toEqual([key])
  })

  test('needs a name that no other valid key has', async () => {
    const { clock, keys, make } = await openKeys()
    await make({ expiresAt: new Date('2026-01-02') })
    expect(await refusal(make())).toMatchObject({ status: 409, message: 'there is a key ci already' })
    clock.time = Date.parse('2026-01-02')
    const { key } = await make()
    await keys.revoke(key.id, { evenLast: true })
    clock.time += 1
    await make()
    expect((await keys.list()).map(({ state }) => state)).toEqual(['expired', 'revoked', 'valid'])
  })

  test('by one name from two sides at once makes one', async () => {
    const { make, elsewhere } = await openKeys()
    const made = await Promise.allSettled([make(), elsewhere.create({ name: 'ci', role: 'owner', createdBy: 'ben' })])
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test.for([
    ['', 'a key needs a name'],
    ['   ', 'a key needs a name'],
    ['x'.repeat(101), 'has 100 characters at most'],
    ['a\u0000b', 'a character that is not seen'],
    ['a\nb', 'a character that is not seen'],
    ['ana\u200b', 'a character that is not seen'],
    ['\u202egnirts', 'a character that is not seen'],
    ['\ud800', 'a character that is not seen'],
    [createSecret(), 'that is a key, not a name'],
    [`ci ${createSecret().slice(0, 30)}`, 'that is a key, not a name'],
  ])('refuses the name %j', async ([name = '', said = '']) => {
    const { make, keys } = await openKeys()
    const refused = await refusal(make({ name }))
    expect(refused).toMatchObject({ status: 400, message: expect.stringContaining(said) as string })
    expect(refused.message).not.toContain('tctl_')
    expect(await keys.list()).toEqual([])
  })

  test.for(['ci', 'ana@example.com', '<script>alert(1)</script>', '東京 ✓', 'x'.repeat(100), "'; drop table keys --"])(
    'takes the name %j as it is',
    async (name) => {
      const { make, keys } = await openKeys()
      const { secret } = await make({ name })
      expect(await keys.find(secret)).toMatchObject({ name })
      expect(await keys.revoke(name, { evenLast: false })).toMatchObject({ name, state: 'revoked' })
    },
  )

  test('refuses one that would have expired already', async () => {
    const { make } = await openKeys()
    expect(await refusal(make({ expiresAt: new Date('2025-12-31') }))).toMatchObject({ status: 400 })
  })

  test('makes the first one for an owner, once, whoever else starts at the same time', async () => {
    const { keys, elsewhere } = await openKeys()
    const made = await Promise.all([
      keys.createFirst({ createdBy: 'ana' }),
      elsewhere.createFirst({ createdBy: 'ana' }),
    ])
    expect(made.filter(Boolean)).toHaveLength(1)
    expect(await keys.list()).toMatchObject([{ name: 'owner', role: 'owner', expiresAt: null }])
    await keys.revoke('owner', { evenLast: true })
    expect(await keys.createFirst({ createdBy: 'ana' })).toBeUndefined()
  })
})

describe('a key is found', () => {
  test('until it expires, to the millisecond', async () => {
    const { clock, keys, make } = await openKeys()
    const { secret } = await make({ expiresAt: new Date(clock.time + minute) })
    clock.time += minute - 1
    expect(await keys.find(secret)).toMatchObject({ name: 'ci' })
    clock.time += 1
    expect(await keys.find(secret)).toBeUndefined()
  })

  test('until it is revoked: at once here, and within 5 seconds elsewhere', async () => {
    const { clock, keys, elsewhere, make } = await openKeys()
    const { secret, key } = await make()
    for (const one of [keys, elsewhere]) expect(await one.find(secret)).toMatchObject({ name: 'ci' })
    await keys.revoke(key.id, { evenLast: false })
    expect(await keys.find(secret)).toBeUndefined()
    clock.time += 5000
    expect(await elsewhere.find(secret)).toBeUndefined()
  })

  test('until it is revoked, even by a search that had begun before', async () => {
    const { keys, make } = await openKeys()
    const { secret, key } = await make()
    const before = keys.find(secret)
    await keys.revoke(key.id, { evenLast: false })
    await before
    expect(await keys.find(secret)).toBeUndefined()
  })

  test('without a query when it was found a moment ago, and many at once with one', async () => {
    const { clock, counter, keys, make } = await openKeys()
    const { secret } = await make()
    await Promise.all(Array.from({ length: 100 }, () => keys.find(secret)))
    clock.time += 1000
    await keys.find(secret)
    expect(counter.statements).toBe(1)
    clock.time -= minute
    await keys.find(secret)
    expect(counter.statements).toBe(2)
  })

  test('not if it has a typo, and that costs no query', async () => {
    const { counter, keys, make } = await openKeys()
    const { secret } = await make()
    for (const wrong of ['', 'x', secret.slice(0, -1), `${secret} `, secret.toUpperCase(), digestOf(secret)])
      expect(await keys.find(wrong)).toBeUndefined()
    expect(counter.statements).toBe(0)
  })

  test('not if nobody made it; that costs one query each time, and is not remembered', async () => {
    const { counter, keys, store } = await openKeys()
    const unknown = createSecret()
    for (let count = 1; count <= 3; count++) {
      expect(await keys.find(unknown)).toBeUndefined()
      expect(counter.statements).toBe(count)
    }
    await store.close()
    expect(await refusal(keys.find(unknown))).toMatchObject({ status: 503 })
  })

  test('again after the store could not be asked', async () => {
    const { keys, make, store } = await openKeys()
    const { secret } = await make()
    let down = true
    const read: Store['read'] = (work) => (down ? Promise.reject(new Error('gone')) : store.read(work))
    const shaky = createKeys({ store: { ...store, read } })
    await expect(shaky.find(secret)).rejects.toThrow('gone')
    down = false
    expect(await shaky.find(secret)).toMatchObject({ name: 'ci' })
    expect(await keys.find(secret)).toMatchObject({ name: 'ci' })
  })
})

describe('the last use of a key', () => {
  const lastUse = async (keys: Keys, store: Store) => {
    await settled(store)
    return (await keys.list())[0]?.lastUsedAt
  }

  test('is recorded, once a minute', async () => {
    const { clock, keys, make, store } = await openKeys()
    const { secret } = await make()
    expect(await lastUse(keys, store)).toBeNull()
    await keys.find(secret)
    expect(await lastUse(keys, store)).toBe('2026-01-01T00:00:00.000Z')
    clock.time += 59_999
    await keys.find(secret)
    expect(await lastUse(keys, store)).toBe('2026-01-01T00:00:00.000Z')
    clock.time += 1
    await keys.find(secret)
    expect(await lastUse(keys, store)).toBe('2026-01-01T00:01:00.000Z')
  })

  test('does not go back when a server is behind', async () => {
    const { clock, keys, elsewhere, make, store } = await openKeys()
    const { secret } = await make()
    await elsewhere.find(secret)
    clock.time += 2 * minute
    await keys.find(secret)
    clock.time -= minute
    await elsewhere.find(secret)
    expect(await lastUse(keys, store)).toBe('2026-01-01T00:02:00.000Z')
  })

  test('keeps nobody waiting, nor out, when it cannot be recorded', async () => {
    const { make, store } = await openKeys()
    const { secret } = await make()
    for (const write of [() => new Promise<never>(() => undefined), () => Promise.reject(new Error('read-only'))]) {
      const readOnly = createKeys({ store: { ...store, write } })
      expect(await readOnly.find(secret)).toMatchObject({ name: 'ci' })
    }
  })
})

describe('revoking', () => {
  test('takes an id, a name, or the key itself', async () => {
    const { keys, make } = await openKeys()
    for (const named of ['id', 'name', 'secret'] as const) {
      const { secret, key } = await make()
      const typed = { id: key.id, name: key.name, secret }[named]
      expect(await keys.revoke(typed, { evenLast: false })).toMatchObject({ id: key.id, state: 'revoked' })
      expect(await keys.find(secret)).toBeUndefined()
    }
  })

  test('says so when there is none, and repeats no key', async () => {
    const { keys, make } = await openKeys()
    await make()
    await keys.revoke('ci', { evenLast: false })
    for (const named of ['ci', 'other', '', createSecret(), createSecret().slice(0, -1)]) {
      const refused = await refusal(keys.revoke(named, { evenLast: true }))
      expect(refused.status).toBe(404)
      expect(refused.message).not.toMatch(/tctl_\w{5}/)
    }
  })

  test('prefers the valid one of those by one name', async () => {
    const { clock, keys, make } = await openKeys()
    await make({ expiresAt: new Date(clock.time + minute) })
    clock.time += minute
    const { key } = await make()
    expect(await keys.revoke('ci', { evenLast: false })).toMatchObject({ id: key.id })
    expect(await keys.revoke('ci', { evenLast: false })).toMatchObject({ state: 'revoked' })
  })

  test('leaves the last owner, unless that is meant', async () => {
    const { clock, keys, make } = await openKeys()
    await make({ name: 'ci' })
    await make({ name: 'ana', role: 'owner' })
    await make({ name: 'ben', role: 'owner', expiresAt: new Date(clock.time + minute) })
    clock.time += minute
    // What has expired opens nothing, and may go.
    await keys.revoke('ben', { evenLast: false })
    const refused = await refusal(keys.revoke('ana', { evenLast: false }))
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('ana is the last key') as string })
    await make({ name: 'eve', role: 'owner' })
    await keys.revoke('ana', { evenLast: false })
    expect(await keys.revoke('eve', { evenLast: true })).toMatchObject({ state: 'revoked' })
  })

  test('of each other leaves one of two owners', async () => {
    const { keys, elsewhere, make } = await openKeys()
    await make({ name: 'ana', role: 'owner' })
    await make({ name: 'ben', role: 'owner' })
    const done = await Promise.allSettled([
      keys.revoke('ana', { evenLast: false }),
      elsewhere.revoke('ben', { evenLast: false }),
    ])
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

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
    expect(asked.map((one) => one.split(' ')[1]).filter((verb) => verb !== 'list' && verb !== 'get')).toEqual([])
    expect(asked).toHaveLength(9)
    expect(refused).toHaveLength(17)
    expect(refused[0]).toContain('this key is a reader: it may read, and change nothing')
  })

  // RELIABILITY 7: what each of the endpoints answers to somebody who may not use it, and what is there afterwards.
  const requests = endpoints().map(([noun, verb, { route }]) => {
    const [method = '', path = ''] = route.split(' ')
    return {
      title: `${noun} ${verb}`,
      method,
      path: path.replace(':identifier', 'WEB-C1').replace(/:\w+/, '7f9c2ba4-e88f-4a5b-9c1d-3f2a8b6d0e11'),
    }
  })
  const bodies: Record<string, object> = {
    'projects create': { name: 'W', identifier: 'W', icon: '', color: '' },
    'cases create': { name: 'W', preconditions: '', steps: [] },
    'runs create': { name: 'W', caseIds: [] },
    'tests create': { caseId: '7f9c2ba4-e88f-4a5b-9c1d-3f2a8b6d0e11' },
    'milestones create': { name: 'W', testRunIds: [] },
    'comments create': { content: 'W' },
  }

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
        body: request.method === 'GET' ? undefined : JSON.stringify(bodies[request.title] ?? {}),
        repeatable: false,
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
