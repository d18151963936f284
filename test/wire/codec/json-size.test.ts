import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureJson } from '../../../src/wire/codec/json-size.ts'

test.for<[text: string, names: number, commas: number, depth: number]>([
  ['{}', 0, 0, 1],
  ['{"a":1,"b":[1,2,[]]}', 2, 3, 3],
  ['{"a:,[":"\\":,[","b":"\\\\"}', 2, 1, 1],
  ['[[],[]]', 0, 1, 2],
  ['"never ends', 0, 0, 0],
  [']]][', 0, 0, 0],
])('how much there is in %s', ([text, names, commas, depth]) => {
  expect(measureJson(text)).toEqual({ names, commas, depth })
})

test('however it is written, there is as much in it', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(1, '\t'), (json, indent) => {
      const value: unknown = JSON.parse(json)
      expect(measureJson(JSON.stringify(value, null, indent))).toEqual(measureJson(JSON.stringify(value)))
    }),
  )
})
