import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Connection } from '../../src/store/engine.ts'
import { createGroupCommit } from '../../src/store/group-commit.ts'

// A fake database with room for the reading connections only. It counts connections that ask at the same time together.

const crowded = ({ readers = 1 } = {}) => {
  const full = new Error('full')
  const did: string[] = []
  const holders = new Set<Connection>()
  const state = { room: readers }
  const connectionFor = (kind: 'read' | 'write', name: string): Connection => {
    const connection: Connection = {
      kinds: [kind],
      capacity: 1,
      queries: {} as Connection['queries'],
      begin: async () => {
        const wasThere = holders.has(connection)
        holders.add(connection)
        await turns(3)
        if (!wasThere && holders.size > state.room) {
          holders.delete(connection)
          did.push(`${name} is refused`)
          throw full
        }
        did.push(`${name} begins`)
      },
      savepoint: () => undefined,
      release: () => undefined,
      rollbackTo: () => undefined,
      commit: () => void did.push(`${name} ends`),
      rollback: () => undefined,
      isTransient: () => false,
      isTurnedAway: (error) => error === full,
      explain: (error) => error,
      close: () => {
        if (holders.delete(connection)) did.push(`${name} is closed`)
      },
    }
    return connection
  }
  const reading = Array.from({ length: readers }, (_, at) => connectionFor('read', `reader ${at + 1}`))
  const store = createGroupCommit([connectionFor('write', 'writer'), ...reading], { label: 'full.db' })
  const readLong = () => {
    let end = () => {}
    const done = store.read(() => new Promise<void>((resolve) => (end = resolve)))
    return { done, end: () => end() }
  }
  return { store, did, state, readLong }
}

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await nextTurn()
}

test('closing waits for the reads that wait while a connection makes room for a change', async () => {
  const { store, did, state, readLong } = crowded()
  const first = readLong()
  await turns(9)
  const changed = store.write(async () => 'changed')
  await turns(9)
  const waiting = store.read(() => turns(50))
  const closed = store.close()
  state.room = 2
  first.end()
  await Promise.all([first.done, changed, waiting, closed])
  const once = ['reader 1 begins', 'reader 1 ends', 'reader 1 is closed']
  expect(did.filter((what) => what.startsWith('reader'))).toEqual([...once, ...once])
})

test('a connection that made room for a change rests from then on, however long its last work took', async () => {
  const { store, did, readLong } = crowded({ readers: 2 })
  const [first, second] = [readLong(), readLong()]
  await turns(20)
  const changed = store.write(async () => 'changed')
  await sleep(1100)
  const later = store.read(async () => 'read')
  did.length = 0
  first.end()
  expect(await changed).toBe('changed')
  expect(did.slice(0, 3)).toEqual(['reader 1 ends', 'reader 1 is closed', 'writer begins'])
  second.end()
  expect(await later).toBe('read')
  await Promise.all([first.done, second.done, store.close()])
})

test('a change does not wait for the end of a read where another connection has nothing to do', async () => {
  const { store, did, readLong } = crowded({ readers: 2 })
  const first = readLong()
  await turns(9)
  await store.read(async () => 'read')
  expect(await store.write(async () => 'changed')).toBe('changed')
  expect(did).toContain('reader 2 is closed')
  first.end()
  await Promise.all([first.done, store.close()])
})

test('room for a change is made by a connection that has some, not by one that was refused', async () => {
  const { store, did, state } = crowded({ readers: 2 })
  state.room = 1
  expect(await Promise.all([store.read(async () => 1), store.read(async () => 2)])).toEqual([1, 2])
  expect(await store.write(async () => 'changed')).toBe('changed')
  expect(did.filter((what) => what.startsWith('reader'))).toContain('reader 2 is closed')
  await store.close()
})
