import { expect, test } from 'vitest'
import { delimiterIn } from '../../../src/cases/csv/delimiter.ts'

test.each([
  ['a;b,c', ';'],
  ['"a;b",c;d', ','],
  ['"a"";b"\tc', '\t'],
  ['"a\n;b"|c', '|'],
  ['a\nb;c', ','],
  ['a', ','],
  ['\n \r\n\ta;b', '\t'],
])('what stands behind the first cell of %j parts all: %j', (beginning, delimiter) => {
  expect(delimiterIn(beginning)).toEqual({ delimiter, isSaid: false })
})

test('what the first line says counts more', () => {
  expect(delimiterIn('SEP=|\na;b')).toEqual({ delimiter: '|', isSaid: true })
  expect(delimiterIn('sep=\na;b')).toEqual({ delimiter: ',', isSaid: false })
})
