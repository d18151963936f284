import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSecret, keyDigest, isSecret } from '../../../src/service/auth/secret.ts'
import { createWorld } from '../../helpers/world.ts'
import { refusal } from '../fixture.ts'
import { openKeys, settled } from '../open-keys.ts'

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
      // testctl shows six characters of the secret and stores none of the others.
      expect(bytes).not.toContain(secret.slice(0, 12))
      expect(bytes).not.toContain(secret.slice(9))
      expect(bytes).not.toContain(secret.slice(-8))
      if (file === 'team.db') expect(bytes).toContain(keyDigest(secret))
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
    ['a\u0000b', 'an invisible character'],
    ['a\nb', 'an invisible character'],
    ['ana\u200b', 'an invisible character'],
    ['\u202egnirts', 'an invisible character'],
    ['\ud800', 'an invisible character'],
  ])('refuses the name %j', async ([name = '', label = '']) => {
    const { make, keys } = await openKeys()
    expect(await refusal(make({ name }))).toMatchObject({
      status: 400,
      message: expect.stringContaining(label) as string,
    })
    expect(await keys.list()).toEqual([])
  })

  test('refuses a key, or most of one, for a name, and does not repeat it', async () => {
    const { make, keys } = await openKeys()
    for (const name of [createSecret(), `ci ${createSecret().slice(0, 30)}`]) {
      const refused = await refusal(make({ name }))
      expect(refused).toMatchObject({
        status: 400,
        message: expect.stringContaining('that is a key, not a name') as string,
      })
      expect(refused.message).not.toContain('tctl_')
    }
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
