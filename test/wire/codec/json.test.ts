import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findKeyTwice } from '../../../src/wire/codec/json.ts'

test.for<[text: string, key: string | undefined]>([
  ['{"a":1,"a":2}', 'a'],
  ['{"a":{"b":1,"c":[{"d":1,"d" : 2}]}}', 'd'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"":1,"":2}', ''],
  ['{"a":{"a":{"a":1}},"b":{"a":1}}', undefined],
  ['[{"a":1},{"a":2}]', undefined],
  ['{"a":"\\"a\\":","b":"{\\"a\\":1,"}', undefined],
  ['"a"', undefined],
])('the key that is there twice in %s is %j', ([text, key]) => {
  expect(findKeyTwice(text)).toBe(key)
})

test('no JSON that a program wrote has a key twice', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 1, '\t'), (json, indent) => {
      expect(findKeyTwice(JSON.stringify(JSON.parse(json), null, indent))).toBeUndefined()
    }),
  )
})

test('a megabyte of quotes and brackets is read once', () => {
  const text = JSON.stringify({ a: '"[{:'.repeat(200_000), b: Array(50_000).fill({ c: 1 }) })
  expect(findKeyTwice(text)).toBeUndefined()
})
