import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMapping } from '../../../src/submission/match/mapping.ts'
import { cutName } from '../../../src/submission/match/names.ts'

const read = (text: string) => Object.fromEntries(parseMapping('map.txt', text))

describe('a mapping', () => {
  const rows: [string, string, Record<string, string[]>][] = [
    ['a line', 'logs in => WEB-C12', { 'logs in': ['WEB-C12'] }],
    ['several identifiers', 'a => WEB-C2, WEB-T1 ,WEB-C3', { a: ['WEB-C2', 'WEB-C3', 'WEB-T1'] }],
    ['comments, empty lines, CRLF', '# names\r\n\r\na => WEB-C1\r\n   # b => C2\r\n', { a: ['WEB-C1'] }],
    ['a byte order mark', '\uFEFFa => WEB-C1', { a: ['WEB-C1'] }],
    ['the last arrow parts', 'a => b => WEB-C1', { 'a => b': ['WEB-C1'] }],
    ['a name with a sharp, a comma, an identifier', 'C#, API-C1 => WEB-C1', { 'C#, API-C1': ['WEB-C1'] }],
    ['either case and zeros', 'a => web-c007', { a: ['WEB-C7'] }],
    ['the same twice', 'a => WEB-C1, WEB-C2\na => WEB-C2, web-c1', { a: ['WEB-C1', 'WEB-C2'] }],
    ['a line that begins with a brace', '{a} => WEB-C1', { '{a}': ['WEB-C1'] }],
    ['only comments', '# nothing yet', {}],
    ['JSON', '{"a": "WEB-C1", "b": ["WEB-C2", "WEB-C3"]}', { a: ['WEB-C1'], b: ['WEB-C2', 'WEB-C3'] }],
    ['JSON with escapes', ' {"a \\"b\\": \\u00e9": "WEB-C1"}', { 'a "b": é': ['WEB-C1'] }],
    ['JSON with the same twice', '{"a": "WEB-C1", "a": ["WEB-C1"]}', { a: ['WEB-C1'] }],
    ['an empty object', '{}', {}],
  ]
  test.for(rows)('%s', ([, text, expected]) => expect(read(text)).toEqual(expected))

  test('names as the language has them', () => {
    expect(parseMapping('m', '{"__proto__": "WEB-C1", "constructor": "WEB-C2"}').get('__proto__')).toEqual(['WEB-C1'])
    expect(parseMapping('m', 'toString => WEB-C1').get('toString')).toEqual(['WEB-C1'])
  })

  test('a name that is too long for a case is cut as that of a test is', () => {
    const name = 'long '.repeat(200).trim()
    expect(parseMapping('m', `${name} => WEB-C1`).get(cutName(name))).toEqual(['WEB-C1'])
  })
})

describe('a mapping is refused, with file and line', () => {
  test.for<[string, string]>([
    ['', 'map.txt is empty'],
    [' \n ', 'map.txt is empty'],
    ['# x\nlogs in', 'map.txt:2: there is no => between a name and an identifier'],
    ['a => WEB-C1\n\n => WEB-C2', 'map.txt:3: there is no name before the =>'],
    ['a =>', 'map.txt:1: "a" names no case and no test'],
    ['a => C12', 'map.txt:1: C12 is no identifier of a case or a test'],
    ['a => WEB-C1 # later', 'map.txt:1: # is no identifier of a case or a test'],
    ['a => WEB-R7', 'map.txt:1: WEB-R7 is a test run, not a case or a test'],
    ['a => WEB-C1\na => WEB-C2', 'map.txt:2: the same name is for WEB-C1 in line 1, and for WEB-C2 here'],
    ['{"a": "WEB-C1",\n"a": "WEB-C2"}', 'map.txt:2: the same name is for WEB-C1 in line 1, and for WEB-C2 here'],
    ['{"a":\n 12}', 'map.txt:1: "a" has neither a text nor a list of texts'],
    ['{\n"a": {"b": "WEB-C1"}}', 'map.txt:2: "a" has neither a text nor a list of texts'],
    ['{"a": []}', 'map.txt:1: "a" names no case and no test'],
    ['{"a": null, "a": "WEB-C1"}', 'map.txt:1: "a" names no case and no test'],
    ['["WEB-C1"]', 'map.txt:1: there is no => between a name and an identifier'],
  ])('%j: %s', ([text, message]) =>
    expect(() => parseMapping('map.txt', text)).toThrow(expect.objectContaining({ exitCode: 2, message })),
  )

  test('JSON that was cut off', () => {
    expect(() => parseMapping('map.txt', '{"a": "WEB-C1",\n"b": ')).toThrow(/^map\.txt:2: this is no JSON: /)
  })

  test('all bad lines are named, in their order', () => {
    expect(() => parseMapping('map.txt', 'a => WEB-C1\na => WEB-C2\nb')).toThrow(
      expect.objectContaining({
        message: '2 entries of map.txt cannot be used',
        issues: [expect.objectContaining({ path: 'map.txt:2' }), expect.objectContaining({ path: 'map.txt:3' })],
      }),
    )
  })
})

test('whatever names are mapped, as lines or as JSON, the mapping is the same', () => {
  const name = fc
    .string({ unit: 'grapheme' })
    .map((text) => text.replace(/[\r\n]/g, ' ').trim())
    .filter((text) => text !== '' && !/^[#{\uFEFF]/.test(text) && text.length < 400)
  const identifiers = fc.uniqueArray(fc.constantFrom('WEB-C1', 'WEB-C2', 'WEB-T3'), { minLength: 1 })
  const mapping = fc.dictionary(name, identifiers, { minKeys: 1 })
  fc.assert(
    fc.property(mapping, (given) => {
      const lines = Object.entries(given).map(([one, words]) => `${one} => ${words.join(', ')}`)
      const expected = new Map(Object.entries(given).map(([one, words]) => [one, words.toSorted()]))
      expect(parseMapping('m', lines.join('\n'))).toEqual(expected)
      expect(parseMapping('m', JSON.stringify(given, undefined, 1))).toEqual(expected)
    }),
  )
})
