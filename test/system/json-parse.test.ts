import { expect, test } from 'vitest'
import { parseOfOthers } from '../../src/system/json/parse.ts'

const nested = (levels: number, inner: string) => `${'{"a":['.repeat(levels)}${inner}${']}'.repeat(levels)}`
const long = JSON.stringify('a'.repeat(100_000))

test('JSON of a thousand levels is read, and no more, whatever is in its texts', () => {
  expect(JSON.stringify(parseOfOthers(nested(500, long)))).toBe(nested(500, long))
  expect(() => parseOfOthers(nested(501, long))).toThrow('it is nested more than 1000 deep')
  const texts = ['['.repeat(100_000), '"{'.repeat(100_000), `\\"${'{\\'.repeat(100_000)}`]
  expect(parseOfOthers(JSON.stringify(texts))).toEqual(texts)
  const wide = Array.from({ length: 20_000 }, () => [{}])
  expect(parseOfOthers(JSON.stringify(wide))).toEqual(wide)
})
