import { expect, test } from 'vitest'
import { readStable } from '../../../src/submission/resolve/stable-read.ts'

const named = (...names: string[]) => names.map((name, at) => ({ id: `${at}`, name, identifiers: [] }))
const stop = new AbortController().signal

const readIn = async (...reads: string[][]) => {
  let at = 0
  const cases = await readStable(async () => named(...(reads[at++] ?? [])), { stop, pause: 1 })
  return { names: cases.map(({ name }) => name), reads: at }
}

test('cases whose names are all different are read once', async () =>
  expect(await readIn(['a', 'b'])).toEqual({ names: ['a', 'b'], reads: 1 }))

test('a name that others are making one again is waited for', async () =>
  expect(await readIn(['a', 'a'], ['a', 'a', 'b', 'b'], ['a', 'b', 'b'], ['a', 'b'])).toEqual({
    names: ['a', 'b'],
    reads: 4,
  }))

test('cases that share a name for good are what they are', async () =>
  expect(await readIn(['a', 'a'], ['a', 'a'])).toEqual({ names: ['a', 'a'], reads: 2 }))

test('while others add cases, a shared name is not taken for one for good', async () =>
  expect(await readIn(['a', 'a'], ['a', 'a', 'b'], ['a', 'a', 'b'])).toEqual({ names: ['a', 'a', 'b'], reads: 3 }))

test('two new cases with one name are waited for longer: on a busy machine another submission removes one late', async () => {
  let reads = 0
  const cases = await readStable(
    async () => named(...(++reads < 12 ? ['a', 'a'] : ['a'])).map((one) => ({ ...one, createdAt: Date.now() - 1000 })),
    { stop, pause: 1 },
  )
  expect(cases).toHaveLength(1)
})

test('two new cases with one name that nothing removes are what they are', async () => {
  let reads = 0
  const read = async () => (reads++, named('a', 'a').map((one) => ({ ...one, createdAt: Date.now() })))
  expect(await readStable(read, { stop, pause: 1 })).toHaveLength(2)
  expect(reads).toBe(21)
})

test('Ctrl-C ends the wait', async () => {
  const stopped = new AbortController()
  stopped.abort(new Error('interrupted'))
  await expect(readStable(async () => named('a', 'a'), { stop: stopped.signal })).rejects.toThrow('interrupted')
})
