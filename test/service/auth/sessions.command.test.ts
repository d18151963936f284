import { describe, expect, test } from 'vitest'
import { createSessions } from '../../../src/service/index.ts'
import { minute, openKeys } from '../open-keys.ts'

/** Opens the sessions of two servers on one store, with a key named ci. */
const openSessions = async () => {
  const opened = await openKeys()
  const { store, now, make } = opened
  const { key } = await make()
  return { ...opened, key, here: createSessions({ store, now }), there: createSessions({ store, now }) }
}

const rowsIn = ({ store }: Awaited<ReturnType<typeof openSessions>>) =>
  store.read((queries) => queries.selectFrom('sessions').selectAll().execute())

describe('a session', () => {
  test('that begins on one server is known on another, and costs one query', async () => {
    const { here, there, key, counter } = await openSessions()
    const name = await here.begin(key.id)
    counter.statements = 0
    expect(await there.holder(name)).toEqual({ id: key.id, name: 'ci', role: 'writer' })
    expect(counter.statements).toBeLessThanOrEqual(1)
  })

  test('that ends on one server has ended on another, and no other has', async () => {
    const { here, there, key } = await openSessions()
    const [name, other] = [await here.begin(key.id), await here.begin(key.id)]
    await there.end(name)
    expect(await here.holder(name)).toBeUndefined()
    expect(await here.holder(other)).toMatchObject({ name: 'ci' })
  })

  test('ends with its key, which another server revoked, and none of another key does', async () => {
    const opened = await openSessions()
    const { here, elsewhere, key, make } = opened
    const [name, other] = [await here.begin(key.id), await here.begin((await make({ name: 'ana' })).key.id)]
    await elsewhere.revoke('ci', { evenLast: false })
    expect(await here.holder(name)).toBeUndefined()
    expect(await here.holder(other)).toMatchObject({ name: 'ana' })
    expect(await rowsIn(opened)).toHaveLength(1)
  })

  test('ends when its key expires', async () => {
    const { here, clock, make } = await openSessions()
    const { key } = await make({ name: 'ana', expiresAt: new Date(clock.time + minute) })
    const name = await here.begin(key.id)
    expect(await here.holder(name)).toMatchObject({ name: 'ana' })
    clock.time += minute
    expect(await here.holder(name)).toBeUndefined()
  })

  test('is stored by a digest, with which nobody can sign in', async () => {
    const opened = await openSessions()
    const { here, key } = opened
    const name = await here.begin(key.id)
    const [row] = await rowsIn(opened)
    expect(JSON.stringify(row)).not.toContain(name)
    expect(await here.holder(row!.id)).toBeUndefined()
  })

  test('takes the place of the one that the browser had', async () => {
    const opened = await openSessions()
    const { here, there, key } = opened
    const before = await here.begin(key.id)
    const name = await there.begin(key.id, before)
    expect(await here.holder(before)).toBeUndefined()
    expect(await here.holder(name)).toBeDefined()
    expect(await rowsIn(opened)).toHaveLength(1)
  })

  test('is cleared away after its end, also one that a wrong clock began in the future', async () => {
    const opened = await openSessions()
    const { clock, here, key } = opened
    const begun = [await here.begin(key.id)]
    clock.time += 24 * 60 * minute
    begun.push(await here.begin(key.id))
    clock.time -= 12 * 60 * minute
    for (const name of begun) expect(await here.holder(name)).toBeUndefined()
    await here.begin(key.id)
    expect(await rowsIn(opened)).toHaveLength(1)
  })

  test('is one of a hundred with its key at most: the oldest ends, and none of another key', async () => {
    const opened = await openSessions()
    const { clock, here, key, make } = opened
    const other = await here.begin((await make({ name: 'ana' })).key.id)
    const names: string[] = []
    for (let at = 0; at < 102; at++) {
      clock.time += 1
      names.push(await here.begin(key.id))
    }
    const known = await Promise.all([other, ...names].map((name) => here.holder(name)))
    expect(known.map((holder) => holder !== undefined)).toEqual([true, false, false, ...Array<true>(100).fill(true)])
    expect(await rowsIn(opened)).toHaveLength(101)
  })
})
