import { expect, test } from 'vitest'
import { prettyJson } from '../../../src/output/formats/pretty-json.ts'
import { plain } from '../../../src/output/style/color.ts'

test.each([
  {},
  [],
  'text',
  { a: [], b: {}, c: [1, { d: [null, true] }], 'e:f': 'a "b" \\', g: '{[,]}' },
  [[[]], [{}], ['x']],
])('%j is indented as JSON.stringify does', (value) => {
  const indented = `${JSON.stringify(value, null, 2)}\n`
  expect(prettyJson(JSON.stringify(value), plain)).toBe(indented)
  expect(prettyJson(indented, plain)).toBe(indented)
})

test('numbers and escapes stay as they were sent, and nothing acts on the terminal', () => {
  expect(prettyJson('{"n":12345678901234567890.10,"s":"\\u00e9\u202e"}', plain)).toBe(
    '{\n  "n": 12345678901234567890.10,\n  "s": "\\u00e9\\u202e"\n}\n',
  )
})

test('no text stays no text', () => {
  expect(prettyJson('', plain)).toBe('')
})
