import { expect, test } from 'vitest'
import { fieldsNaming, isNamedBefore } from '../../src/runs/named-before.ts'

test.each([
  [6, false],
  [7, true],
  [8, false],
  [12, true],
  [40, true],
  [41, false],
])('of a case that was created while 7 and 12 to 40 were named, the number %d was named: %s', (number, wasNamed) => {
  expect(isNamedBefore(number, { namedBefore: '7 12-40' })).toBe(wasNamed)
})

test.each([undefined, {}, { namedBefore: 7 }, { namedBefore: '' }, { namedBefore: 'soon' }])(
  'nothing was named in %j',
  (fields) => expect(isNamedBefore(7, fields)).toBe(false),
)

test('the numbers that are named are kept as ranges, and none as nothing', () => {
  expect(fieldsNaming([])).toEqual({})
  expect(fieldsNaming([9, 7, 8, 7, 12])).toEqual({ customFields: { namedBefore: '7-9 12' } })
})

test('of very many ranges the nearest become one, and whatever was named is still named', () => {
  const numbers = Array.from({ length: 1000 }, (_, at) => at * at)
  const { customFields } = fieldsNaming(numbers)
  expect(customFields!['namedBefore']!.split(' ')).toHaveLength(20)
  expect(numbers.filter((number) => !isNamedBefore(number, customFields))).toEqual([])
  expect(isNamedBefore(999 ** 2 - 1, customFields)).toBe(false)
})
