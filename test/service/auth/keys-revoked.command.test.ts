import { describe, expect, test } from 'vitest'
import { createSecret } from '../../../src/service/auth/secret.ts'
import { refusal } from '../fixture.ts'
import { minute, openKeys } from '../open-keys.ts'

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

  test('prefers the valid one of those by one name, then the newest', async () => {
    const { clock, keys, make } = await openKeys()
    const ids: string[] = []
    for (let at = 0; at < 3; at++) {
      ids.unshift((await make(at < 2 ? { expiresAt: new Date(clock.time + minute) } : {})).key.id)
      clock.time += minute
    }
    for (const id of ids) expect(await keys.revoke('ci', { evenLast: false })).toMatchObject({ id })
  })

  test('by an id is of that key, whatever another is called', async () => {
    const { clock, keys, make } = await openKeys()
    const { key } = await make()
    clock.time += minute
    await make({ name: key.id })
    expect(await keys.revoke(key.id, { evenLast: false })).toMatchObject({ id: key.id })
  })

  test('leaves the last owner, unless that is meant', async () => {
    const { clock, keys, make } = await openKeys()
    await make({ name: 'ci' })
    await make({ name: 'ben', role: 'owner', expiresAt: new Date(clock.time + minute) })
    clock.time += minute
    // An expired key opens nothing, so it may be revoked.
    await keys.revoke('ben', { evenLast: false })
    await make({ name: 'ana', role: 'owner' })
    const refused = await refusal(keys.revoke('ana', { evenLast: false }))
    expect(refused).toMatchObject({
      status: 409,
      message: expect.stringContaining('ana is the last owner key') as string,
    })
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
