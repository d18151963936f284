import { describe, expect, test } from 'vitest'
import { createKeys } from '../../../src/service/index.ts'
import type { Keys } from '../../../src/service/auth/keys.ts'
import { createSecret, keyDigest } from '../../../src/service/auth/secret.ts'
import type { Store } from '../../../src/store/index.ts'
import { refusal } from '../fixture.ts'
import { minute, openKeys, settled } from '../open-keys.ts'

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
    for (const wrong of ['', 'x', secret.slice(0, -1), `${secret} `, secret.toUpperCase(), keyDigest(secret)])
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
    await keys.find(secret)
    await settled(store)
    clock.time += minute - 1000
    // It believes for three seconds what it has read.
    await elsewhere.find(secret)
    clock.time += 2000
    await keys.find(secret)
    clock.time -= 500
    await elsewhere.find(secret)
    expect(await lastUse(keys, store)).toBe('2026-01-01T00:01:01.000Z')
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
