import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contract } from '../../../src/contract/index.ts'
import { UsageError } from '../../../src/errors.ts'
import { fromQuery, toQuery } from '../../../src/wire/codec/query.ts'
import { character } from '../../helpers/character.ts'

const { shape } = contract.cases.list.request

test('values are written as a query', () => {
  expect(toQuery({ limit: 10, relations: ['case', 'comments'], offset: undefined })).toBe(
    'limit=10&relations=case%2Ccomments',
  )
  expect(toQuery({ customFields: { team: 'a b', 'x&y': '=' } })).toBe(
    'customFields%5Bteam%5D=a%20b&customFields%5Bx%26y%5D=%3D',
  )
  expect(toQuery({ relations: [], customFields: {} })).toBe('')
})

test('a query is read with the types of the request', () => {
  expect(fromQuery('limit=10&offset=0&relations=comments', shape).values).toEqual({
    limit: 10,
    offset: 0,
    relations: ['comments'],
  })
  expect(fromQuery('customFields[a]=1&customFields%5Bb%5D=x+y', shape).values).toEqual({
    customFields: { a: '1', b: 'x y' },
  })
  expect(fromQuery('customFields={"a":"1"}', shape).values).toEqual({ customFields: { a: '1' } })
})

test('there and back is the same', () => {
  const text = fc.string({ unit: character }).filter((one) => one.isWellFormed())
  const values = fc.record(
    {
      limit: fc.integer(),
      offset: fc.nat(),
      relations: fc.array(fc.constantFrom('comments', 'project', 'test_runs'), { minLength: 1 }),
      customFields: fc.dictionary(text, text, { minKeys: 1, noNullPrototype: true }),
    },
    { requiredKeys: [], noNullPrototype: true },
  )
  fc.assert(
    fc.property(values, (given) => {
      const { values: back, issues } = fromQuery(toQuery(given), shape)
      expect(issues).toEqual([])
      expect(JSON.parse(JSON.stringify(back))).toEqual(JSON.parse(JSON.stringify(given)))
    }),
  )
})

test('what does not convert stays text, for the schema to refuse', () => {
  expect(fromQuery('limit=ten&offset=0x10&customFields=no', shape).values).toEqual({
    limit: 'ten',
    offset: '0x10',
    customFields: 'no',
  })
})

test.each([
  ['limit=1&limit=2', 'limit'],
  ['customFields[a]=1&customFields[a]=2', 'customFields[a]'],
  ['customFields={}&customFields={}', 'customFields'],
  ['customFields=x&customFields[a]=2', 'customFields[a]'],
])('%s is given twice', (query, path) => {
  expect(fromQuery(query, shape).issues).toEqual([{ path, message: 'is given twice' }])
})

test('a key in a key is refused, and one that looks so is written as JSON', () => {
  expect(fromQuery('customFields[a][b]=1', shape).issues).toEqual([
    {
      path: 'customFields[a][b]',
      message: 'is nested: fields are compared as text; for a key with brackets write customFields={"KEY":"TEXT"}',
    },
  ])
  expect(toQuery({ customFields: { 'a][b': '1' } })).toBe(`customFields=${encodeURIComponent('{"a][b":"1"}')}`)
})

test.each(['limit=%zz', '%=1', 'customFields[%e0%a4%a]=1'])('%s is badly escaped', (query) => {
  expect(fromQuery(query, shape).issues).toMatchObject([{ message: 'is badly escaped' }])
})

test.each([
  '__proto__=1',
  '__proto__[x]=1',
  'customFields[__proto__]=1',
  'constructor[prototype]=1',
  '=',
  '&&',
  '[',
  '[]=1',
  'limit',
])('%s pollutes nothing', (query) => {
  const before = Object.keys(Object.prototype)
  fromQuery(query, shape)
  expect(Object.keys(Object.prototype)).toEqual(before)
  expect(({} as Record<string, unknown>)['x']).toBeUndefined()
})

test('half a surrogate pair cannot be sent', () => {
  expect(() => toQuery({ customFields: { a: '\ud800' } })).toThrow(UsageError)
})
