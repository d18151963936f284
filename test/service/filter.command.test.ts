import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Api } from '../../src/contract/index.ts'
import { engine } from './engines/current.ts'
import { addProject, openService } from './fixture.ts'

const openWith = async (all: Record<string, unknown>[]) => addWith((await openService()).api, 'WEB', all)

const addWith = async (api: Api, identifier: string, all: Record<string, unknown>[]) => {
  const { project } = await addProject(api, identifier)
  for (const customFields of all)
    await api.cases.create({ projectId: project.id, name: 'x', preconditions: '', steps: [], customFields })
  return async (customFields: Record<string, string>) => {
    const { cases } = await api.cases.list({ projectId: project.id, customFields })
    return cases.map((one) => one.displayId - 4)
  }
}

test('the filter of custom fields means equality on every key', async () => {
  const filter = await openWith([
    { priority: 'high', area: 'login' },
    { priority: 'high', area: 'search' },
    { priority: 'low', area: 'login' },
    { priority: 'higher' },
  ])
  expect(await filter({ priority: 'high' })).toEqual([0, 1])
  expect(await filter({ priority: 'high', area: 'login' })).toEqual([0])
  expect(await filter({ priority: 'high', area: 'login', more: '' })).toEqual([])
  expect(await filter({ area: 'priority' })).toEqual([])
  expect(await filter({})).toEqual([-3, -2, -1, 0, 1, 2, 3])
})

test('numbers, booleans and null are compared by their JSON, objects and arrays match nothing', async () => {
  const filter = await openWith([{ v: 3 }, { v: '3' }, { v: true }, { v: null }, { v: [3] }, { v: {} }, { v: '' }])
  expect(await filter({ v: '3' })).toEqual([0, 1])
  expect(await filter({ v: 'true' })).toEqual([2])
  expect(await filter({ v: 'null' })).toEqual([3])
  expect(await filter({ v: '[3]' })).toEqual([])
  expect(await filter({ v: '' })).toEqual([6])
})

test('a value of any length can be filtered by', async () => {
  const long = 'ä'.repeat(90_000)
  const filter = await openWith([{ v: long }, { v: `${long}.` }])
  expect(await filter({ v: long })).toEqual([0])
})

test('the filter finds what a comparison one by one finds', async () => {
  const key = fc.constantFrom('a', 'b', 'constructor')
  const value = fc.constantFrom<unknown>('1', 1, 'true', true, null, 'null', [1], '')
  const fields = fc.dictionary(key, value, { maxKeys: 3 })
  const asked = fc.dictionary(key, fc.constantFrom('1', 'true', 'null', ''), { maxKeys: 2 })
  const { api } = await openService()
  let made = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fields, { maxLength: 8 }), asked, async (all, query) => {
      const filter = await addWith(api, `W${++made}`, all)
      const matches = (one: Record<string, unknown>) =>
        Object.entries(query).every(
          ([name, wanted]) => Object.hasOwn(one, name) && !Array.isArray(one[name]) && String(one[name]) === wanted,
        )
      const expected = all.flatMap((one, index) => (matches(one) ? [index] : []))
      expect((await filter(query)).filter((index) => index >= 0)).toEqual(
        Object.keys(query).length > 0 ? expected : all.map((_, index) => index),
      )
    }),
    { numRuns: engine().name === 'SQLite' ? 30 : 10 },
  )
})
