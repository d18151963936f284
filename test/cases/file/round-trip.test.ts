import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formOf } from '../../../src/cases/file/forms.ts'
import { examples } from '../../helpers/soak.ts'
import { character } from '../../helpers/character.ts'

// Any cases that are written to a file are read back the same.

const fragments = [
  '=',
  '+',
  '-',
  '@',
  '＝',
  "'",
  '"',
  ';',
  ',',
  '|',
  '\t',
  '\r',
  '\n',
  '\r\n',
  ' ',
  '\0',
  '\ufeff',
  '\u2028',
  'json:',
  'json:1',
  '-5',
  '1e3',
  'sep=;',
  '=1+1',
  "'=x",
  "'\t",
  '#',
  ' #',
  '- ',
  ': ',
  'no',
  'null',
  '~',
  '1.10',
  '---',
  '...',
  '|',
  '>',
  '&a',
  '*a',
  '!!x',
  '%',
  '{',
  ']',
  'é',
  'e\u0301',
  '漢字',
  '👩‍👩‍👧',
  '\u202e',
  'a',
  'b c',
]
const pieces = fc.array(fc.constantFrom(...fragments), { maxLength: 6 }).map((parts) => parts.join(''))
const text = fc.oneof(pieces, fc.string({ unit: character, maxLength: 12 }))
const value = fc.oneof(text, fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>)
const one = fc.record({
  content: fc.record({
    name: text.filter((name) => name !== ''),
    preconditions: text,
    steps: fc.array(fc.record({ action: text, expectation: text }), { maxLength: 3 }),
    customFields: fc.dictionary(text, value, { maxKeys: 3 }),
  }),
  identifier: fc.constantFrom(undefined, 'WEB-C12', 'WEB-C7'),
})
const asJson = <T>(data: T): T => JSON.parse(JSON.stringify(data)) as T
// Encodes and decodes the text as a file does, and drops the BOM.
const read = (written: string) =>
  Buffer.from(written)
    .toString()
    .replace(/^\ufeff/, '')

describe.each(['ndjson', 'json', 'yaml', 'csv'])('a file of %s', (ending) => {
  const form = formOf(`cases.${ending}`)!

  test('is read as it was written', () => {
    fc.assert(
      fc.property(fc.array(one, { maxLength: 4 }), fc.constantFrom(undefined, 'a;b'), (cases, before) => {
        const wanted = cases.map(({ content, identifier }) => ({ content: asJson(content), identifier }))
        const { cases: found, problems } = form.read(read(form.write(wanted, before)))
        expect(problems).toEqual([])
        expect(found.map(({ content, identifier }) => ({ content, identifier }))).toEqual(wanted)
      }),
      examples(40),
    )
  })
})

test('a case that is a JSON file of its own stays one, until there is another', () => {
  const json = formOf('a.json')!
  const cases = json.read('[{"name": "a"}, {"name": "b"}]').cases
  const shapes = (before?: string) =>
    [1, 2].map((count) => Array.isArray(JSON.parse(json.write(cases.slice(0, count), before))))
  expect([shapes('{}'), shapes('[]'), shapes()]).toEqual([
    [false, true],
    [true, true],
    [true, true],
  ])
})
