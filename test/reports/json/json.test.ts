import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keysIn } from '../../../src/reports/json/keys.ts'
import { read, failure } from '../json-document.ts'
import { character } from '../../helpers/character.ts'
import { examples } from '../../helpers/soak.ts'

test('any document is read as JSON.parse reads it, however it is cut into pieces', async () => {
  const documents = fc.tuple(fc.jsonValue({ maxDepth: 4, stringUnit: character }), fc.constantFrom(0, 1, '\t', '\r\n'))
  await fc.assert(
    fc.asyncProperty(documents, fc.integer({ min: 1, max: 50 }), async ([value, indent], size) => {
      // A raw line end can only stand between values: inside a string it is written \n.
      const text =
        indent === '\r\n' ? JSON.stringify(value, null, 1).replaceAll('\n', '\r\n') : JSON.stringify(value, null, indent)
      const expected = JSON.parse(text)
      expect((await read(text, [''], size))[0]?.value).toEqual(expected)
    }),
    examples(100),
  )
})

test('what JSON.parse takes is taken, and nothing else, whether a value is kept, entered or skipped', async () => {
  const marks = '{ } [ ] , : "a" " \\ \\u12 f 0 1 - .5 e3 01 true null nul NaN 1. {"a":1} [[1,2],3] "\\ud83d\\ude00"'
  const piece = fc.constantFrom(...marks.split(' '), ' ', '\n', '\t', '\0', '"\t"', '\u00a0')
  const mutated = fc
    .tuple(fc.jsonValue({ maxDepth: 2 }), fc.nat(40), fc.nat(3), piece)
    .map(([value, at, removed, inserted]) => {
      const text = JSON.stringify(value)
      return text.slice(0, at) + inserted + text.slice(at + removed)
    })
  const texts = fc.oneof(
    mutated,
    fc.array(piece, { maxLength: 8 }).map((all) => all.join('')),
  )
  await fc.assert(
    fc.asyncProperty(
      texts,
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('', '*.x', 'a.b'),
      async (text, size, path) => {
        let valid = true
        try {
          JSON.parse(text)
        } catch {
          valid = false
        }
        const taken = await read(text, [path], size).then(
          () => true,
          (error) => {
            expect(error).toMatchObject({
              exitCode: 2,
              message: expect.stringContaining('report.json is not well-formed JSON'),
            })
            return false
          },
        )
        expect(taken).toBe(valid)
      },
    ),
    examples(250),
  )
})

test('1000 levels are read', async () => {
  const [told] = await read('['.repeat(1000) + ']'.repeat(1000))
  expect(Array.isArray(told?.value)).toBe(true)
})

test('values at a path are handed over with the line where each begins', async () => {
  const told = await read('{"a": {"b": [\n{"n":\n1}, 2,\n\n "x"]}, "c": [{"b": [9]}]}', ['a.b.*'])
  expect(told).toEqual([
    { value: { n: 1 }, path: 'a.b.*', line: 2 },
    { value: 2, path: 'a.b.*', line: 3 },
    { value: 'x', path: 'a.b.*', line: 5 },
  ])
})

test('keys that are named twice, or like what every object has, do no harm', async () => {
  const [told] = await read('{"__proto__": {"polluted": 1}, "constructor": 2, "a": 1, "a": 3, "": {"": 4}}')
  expect(Object.entries(told?.value as object)).toEqual([
    ['__proto__', { polluted: 1 }],
    ['constructor', 2],
    ['a', 3],
    ['', { '': 4 }],
  ])
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  expect(await read('{"__proto__": {"a": 5}, "x": 1, "x": 2}', ['__proto__.a', 'x'])).toMatchObject([
    { value: 5 },
    { value: 1 },
    { value: 2 },
  ])
})

describe('a long text', () => {
  const rows: [string, string, string][] = [
    ['is cut', 'x'.repeat(300_000), 'x'.repeat(65_536)],
    ['of exactly the longest length is whole', 'x'.repeat(65_536), 'x'.repeat(65_536)],
    ['is not cut within an escape', '\\u00e4'.repeat(50_000), 'ä'.repeat(10_923)],
    ['is not cut after a backslash', `x${'\\n'.repeat(100_000)}`, `x${'\n'.repeat(32_768)}`],
  ]
  test.for(rows)('%s, and what follows it is read', async ([, written, expected]) => {
    for (const size of [65_536, 70_001, 10_000_000]) {
      const [told] = await read(`[{"body": "${written}", "name":\n "a"}]`, ['*'], size)
      expect(told?.value).toEqual({ body: expected, name: 'a' })
    }
  })

  test('is cut where it is a key, and where it is skipped it is checked', async () => {
    const key = 'k'.repeat(200_000)
    expect(await read(`{"${key}": 1, "b": 2}`, ['b'])).toMatchObject([{ value: 2 }])
    expect((await failure(`{"a": "${'x'.repeat(200_000)}\\y", "b": 2}`, ['b'])).message).toContain(
      'an escape in a text has "y" in it',
    )
  })
})

describe('encodings', () => {
  const text = '{"a": ["ünïcode 🎉"]}'
  const utf16 = Buffer.from(text, 'utf16le')
  const rows: [string, Uint8Array][] = [
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16, as PowerShell writes it', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16])],
    ['UTF-16, big-endian', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()])],
    ['white space before it', Buffer.from(`\r\n\t ${text}\n`)],
  ]
  test.for(rows)('%s', async ([, bytes]) => {
    for (const size of [1, 7, 1000]) expect((await read(bytes, ['a.*'], size))[0]?.value).toBe('ünïcode 🎉')
  })
})

describe('the keys at the beginning of a document', () => {
  const rows: [string, string, string[]][] = [
    ['three levels of them', '{"a": {"b": [{"c": 1}]}}', ['', 'a', 'a.b', 'a.b.*']],
    ['of a list', '[{"uri": "x", "elements": [{}]}]', ['', '*', '*.uri', '*.elements', '*.elements.*']],
    ['as far as it was read', '{"a": 1, "b": {"c": "no e', ['', 'a', 'b', 'b.c']],
    ['as far as it is JSON', '{"a": 1} {"b": 2}', ['', 'a']],
    ['escaped', '{"\\u0061": 1}', ['', 'a']],
    ['none of what is a text', '"a"', ['']],
  ]
  test.for(rows)('%s', ([, text, keys]) => expect([...keysIn(text)]).toEqual(keys))
})
