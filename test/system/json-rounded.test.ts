import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { findRounded } from '../../src/system/json/rounded.ts'

test('an integer that a number cannot hold is found, wherever it stands', () => {
  for (const number of ['9007199254740993', '-1182736451827364518', '123456789012345678901234567890'])
    for (const text of [number, `[1,${number}]`, `{"9007199254740995":{"a": ${number}}}`, `["${'\\"'}",${number} ]`])
      expect([text, findRounded(text)]).toEqual([text, number])
})

test('other numbers, and digits in texts, are left alone', () => {
  const others = ['9007199254740992', '9007199254740991', '1e300', '100000000000000000000', '0.10000000000000001']
  for (const text of [
    ...others,
    '"9007199254740993"',
    '{"9007199254740993":1}',
    '["\\"9007199254740993"]',
    '1e9999999999999999',
  ])
    expect([text, findRounded(text)]).toEqual([text, undefined])
})

test('nothing that was written of a value is rounded', () =>
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(findRounded(JSON.stringify(value))).toBeUndefined()
    }),
  ))
