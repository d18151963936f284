import { expect, test } from 'vitest'
import { parseSeconds } from '../../../src/reports/xml/duration.ts'

test.for<[string | undefined, number | undefined]>([
  ['1.5', 1.5],
  ['1,234.56', 1234.56],
  ['1,234,567.8', 1234567.8],
  ['0,25', 0.25],
  ['1.234,56', 1234.56],
  ['1.234.567,8', 1234567.8],
  ['1,234', 1.234],
  ['1.234', 1.234],
  ['1 234,5', undefined],
  ['0', 0],
  ['1e-3', 0.001],
  ['-345345', undefined],
  ['', undefined],
  ['soon', undefined],
  [undefined, undefined],
])('a time of %s is %s seconds', ([written, seconds]) => expect(parseSeconds(written)).toBe(seconds))
