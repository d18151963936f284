import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBoundedMap } from '../../src/system/maps/bounded-map.ts'

test('of more names than are kept, those that were set longest ago go', () => {
  const map = createBoundedMap<number>({ most: 3 })
  for (const [name, value] of [
    ['a', 1],
    ['b', 2],
    ['c', 3],
    ['a', 4],
    ['d', 5],
  ] as const)
    map.set(name, value)
  expect(['a', 'b', 'c', 'd'].map(map.get)).toEqual([4, undefined, 3, 5])
})

test('what is older than it lasts is gone, also after the clock was set back', () => {
  let time = 100_000
  const map = createBoundedMap<number>({ most: 10, lasts: 1000, now: () => time })
  map.set('a', 1)
  time += 999
  expect(map.get('a')).toBe(1)
  time += 1
  expect(map.get('a')).toBeUndefined()
  map.set('a', 2)
  time -= 5000
  expect(map.get('a')).toBeUndefined()
})

test('a hundred thousand names that somebody makes up take the room of ten thousand', () => {
  const map = createBoundedMap<number>({ most: 10_000 })
  for (let at = 0; at < 100_000; at++) map.set(`${at}`, at)
  expect([map.get('89999'), map.get('90000'), map.get('99999')]).toEqual([undefined, 90_000, 99_999])
})

test('whatever is set, deleted and cleared, the youngest are kept', () => {
  const name = fc.constantFrom(...'abcdef')
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(fc.constant('set'), name) },
    fc.tuple(fc.constantFrom('delete', 'clear'), name),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const map = createBoundedMap<number>({ most: 3 })
      let kept: [string, number][] = []
      for (const [at, [kind, one]] of steps.entries()) {
        kept = kind === 'clear' ? [] : kept.filter(([other]) => other !== one)
        if (kind === 'set') kept = [...kept, [one, at] as [string, number]].slice(-3)
        if (kind === 'set') map.set(one, at)
        else if (kind === 'delete') map.delete(one)
        else map.clear()
        expect([...'abcdef'].map(map.get)).toEqual([...'abcdef'].map((each) => new Map(kept).get(each)))
      }
    }),
  )
})
