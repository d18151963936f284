import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Connection } from '../../src/store/engine.ts'
import { createGroupCommit } from '../../src/store/group-commit.ts'

// How work is divided among connections, answered and done again. The connections are made up: they say when the engine refuses them,
// and when a transaction collides with another one.

const [full, collided] = [new Error('full'), new Error('collided')]

const connectionThat = (own: Partial<Connection>): Connection => ({
  kinds: ['read'],
  capacity: 16,
  queries: {} as Connection['queries'],
  begin: () => undefined,
  savepoint: () => undefined,
  release: () => undefined,
  rollbackTo: () => undefined,
  commit: () => undefined,
  rollback: () => undefined,
  isTransient: (error) => error === collided,
  isTurnedAway: (error) => error === full,
  explain: (error) => error,
  close: () => undefined,
  ...own,
})

const storeOn = (...connections: Connection[]) => createGroupCommit(connections, { label: 'team.db' })

test('of reads that come at once, no connection takes more than its share', async () => {
  const store = storeOn(connectionThat({}), connectionThat({}))
  let meet = () => {}
  const other = new Promise<void>((resolve) => (meet = resolve))
  expect(await Promise.all([store.read(() => other), store.read(async () => meet())])).toHaveLength(2)
})

test('a write is answered while more and more come', async () => {
  const store = storeOn(connectionThat({ kinds: ['write'] }))
  let isAnswered = false
  const first = store.write(async () => undefined).then(() => (isAnswered = true))
  const later: Promise<unknown>[] = []
  for (let turn = 0; turn < 100 && !isAnswered; turn++) {
    later.push(store.write(async () => undefined))
    await nextTurn()
  }
  expect(isAnswered).toBe(true)
  await Promise.all([first, ...later])
})

test('between reads that take long, other work goes on', async () => {
  const store = storeOn(connectionThat({}))
  let turns = 0
  const readLong = () =>
    store.read(async () => {
      const before = turns
      setImmediate(() => (turns += 1))
      for (const end = performance.now() + 11; performance.now() < end;);
      return before
    })
  expect(await Promise.all([readLong(), readLong()])).toEqual([0, 1])
})

test('nobody is told of an error before the transaction has ended: what is done again may succeed', async () => {
  const ends = [collided]
  const commit = () => {
    const error = ends.pop()
    if (error) throw error
  }
  let tries = 0
  const change = async () => {
    if (++tries === 1) throw new Error('there is one already')
    return 'changed'
  }
  expect(await storeOn(connectionThat({ kinds: ['write'], commit })).write(change)).toBe('changed')
})

test('of changes that collide together, each is made alone, and only the one at fault fails', async () => {
  let made: string[] = []
  const begin = () => void (made = [])
  const commit = () => {
    if (made.includes('at fault')) throw collided
  }
  const store = storeOn(connectionThat({ kinds: ['write'], begin, commit }))
  const change = (name: string) => store.write(async () => (made.push(name), name))
  expect(await Promise.allSettled([change('one'), change('at fault'), change('other')])).toEqual([
    { status: 'fulfilled', value: 'one' },
    { status: 'rejected', reason: collided },
    { status: 'fulfilled', value: 'other' },
  ])
})

test('a change that collides with four others, one after the other, is made', async () => {
  const collisions = [collided, collided, collided, collided]
  const commit = () => {
    const error = collisions.pop()
    if (error) throw error
  }
  expect(await storeOn(connectionThat({ kinds: ['write'], commit })).write(async () => 'changed')).toBe('changed')
})

test('an error of the work is told as it is, and one of the engine as callers may know it', async () => {
  const tell = () => new Error('the store failed')
  const storeThat = (own: Partial<Connection>) => createGroupCommit([connectionThat(own)], { label: 'team.db', tell })
  const missing = new Error('there is no case WEB-C9')
  await expect(storeThat({}).read(() => Promise.reject(missing))).rejects.toBe(missing)
  const commit = () => {
    throw new Error('the disk of team.db is full')
  }
  await expect(storeThat({ commit }).read(async () => 'read')).rejects.toThrow('the store failed')
})

test('a change that is refused once more after room was made for it is tried again', async () => {
  const refusals = [full, full]
  const begin = () => {
    const error = refusals.pop()
    if (error) throw error
  }
  const store = storeOn(connectionThat({ kinds: ['write'], begin }), connectionThat({}))
  expect(await store.write(async () => 'changed')).toBe('changed')
})

test('a read that comes while its connection makes room for a change is answered', async () => {
  const refusals = [full, full]
  const begin = () => {
    const error = refusals.pop()
    if (error) throw error
  }
  let read: Promise<string> | undefined
  const close = async () => {
    read ??= store.read(async () => 'read')
    await nextTurn()
  }
  const store = storeOn(connectionThat({ kinds: ['write'], begin }), connectionThat({ close }))
  await store.write(async () => 'changed')
  expect(await read).toBe('read')
})

test('a store that is being closed does not ask again for room', async () => {
  const begin = vi.fn(async () => {
    await nextTurn()
    throw full
  })
  const store = storeOn(connectionThat({ kinds: ['write'], begin }), connectionThat({}))
  const change = expect(store.write(async () => 'changed')).rejects.toBe(full)
  await Promise.all([change, store.close()])
  expect(begin).toHaveBeenCalledTimes(1)
})

test('of connections that were all refused, the one that is let in first does the work', async () => {
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => 0)
  onTestFinished(() => clock.mockRestore())
  const did: string[] = []
  const refusing = (name: string, times: number): Connection =>
    connectionThat({
      begin: () => {
        did.push(name)
        if (times-- > 0) throw full
      },
    })
  const store = storeOn(refusing('one', 9), refusing('other', 1))
  for (const name of ['A', 'B']) expect(await store.read(async () => name)).toBe(name)
  expect(did).toEqual(['one', 'other', 'other', 'other'])
})

test('a store that is closed leaves nothing that its process would wait for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await storeOn(connectionThat({})).close()
  expect(vi.getTimerCount()).toBe(0)
})
