import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEdited, textToEdit } from '../../../src/cases/editor/text.ts'
import { readMarkdownFile } from '../../../src/cases/markdown/read.ts'
import { writeMarkdown } from '../../../src/cases/markdown/write.ts'
import { examples } from '../../helpers/soak.ts'
import { character } from '../../helpers/character.ts'

// Any case that is written to a file is read back the same.

const fragments = [
  '# a',
  '## Steps',
  '## Preconditions',
  '### b',
  '---',
  '...',
  '- x',
  '* x',
  '1. x',
  '2) y',
  '```',
  '    code',
  '> q',
  '**Expected:** z',
  '*Expected Result*: z',
  'Expected: z',
  '| a | b |',
  '|---|---|',
  '<!-- c -->',
  '<b>',
  'List<String>',
  '\\',
  '\\n',
  '\n',
  '\n\n',
  '\n\n\n',
  ' ',
  '  ',
  '\t',
  '\r',
  '\r\n',
  '\0',
  '\u0085',
  '\u00a0',
  '\u2028',
  '\ufeff',
  'no',
  'yes',
  'null',
  '~',
  '1.10',
  '007',
  '0x1F',
  '1e3',
  '.inf',
  '2024-01-01',
  'true',
  'True',
  '*',
  '&a',
  '!!js/function',
  '%',
  '@',
  '`',
  ':',
  ': ',
  ' #',
  '"',
  "'",
  '{',
  '}',
  '[',
  ']',
  ',',
  '?',
  '=',
  '=>',
  '|',
  '>',
  'é',
  'e\u0301',
  '漢字',
  '👩‍👩‍👧',
  '\u202e',
  'a',
  'b c',
  '+++',
  '[a]: b',
  '[^1]: x',
  '***',
  '___',
  '===',
  '&amp;',
  '~~~',
]
const pieces = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...fragments) },
      { weight: 1, arbitrary: fc.string({ unit: character }) },
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))
const text = fc.oneof(pieces, fc.string({ unit: character, maxLength: 30 }), fc.lorem())
const value = fc.oneof(
  text,
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
  fc.constantFrom(0, -1, 1.5, 1e21, 1e-7, true, null, [], {}),
)
const content = fc.record({
  name: text.filter((name) => name !== ''),
  preconditions: text,
  steps: fc.array(fc.record({ action: text, expectation: text }), { maxLength: 4 }),
  customFields: fc.dictionary(text, value, { maxKeys: 4 }),
})

const asJson = <T>(one: T): T => JSON.parse(JSON.stringify(one)) as T

test('a case that was written to a file is read as it was', () => {
  fc.assert(
    fc.property(content, fc.constantFrom('WEB-C12', undefined), fc.boolean(), (one, identifier, windows) => {
      const wanted = asJson(one)
      const written = writeMarkdown(wanted, identifier)
      const file = windows ? `\ufeff${written.replaceAll('\n', '\r\n')}` : written
      const read = readMarkdownFile(Buffer.from(file).toString())
      expect(read).toMatchObject({ kind: 'case', identifier })
      expect(read).toHaveProperty('content', wanted)
    }),
    examples(40),
  )
})

test('the form that an editor opens says what it began with, once its name is filled in', () => {
  fc.assert(
    fc.property(content, (one) => {
      const wanted = asJson({ ...one, name: '' })
      const filled = textToEdit(wanted, undefined).replace(/^# $/m, '# New')
      const steps = wanted.steps.filter(({ action, expectation }) => action !== '' || expectation !== '')
      expect(readEdited(filled, undefined)).toEqual({ content: { ...wanted, name: 'New', steps } })
    }),
    examples(40),
  )
})

test('an empty form has a place for each part of a case', () => {
  const form = textToEdit({ name: '', preconditions: '', steps: [], customFields: {} }, undefined)
  expect(form).toBe('# \n\n## Preconditions\n\n## Steps\n\n1. \n   **Expected:** \n')
  const given = { name: '', preconditions: 'x', steps: [{ action: 'x', expectation: 'y' }], customFields: {} }
  expect(textToEdit(given, undefined)).toBe('# \n\n## Preconditions\n\nx\n\n## Steps\n\n1. x\n   **Expected:** y\n')
})

test('what cannot be written says what of it would be lost', () => {
  const content = { name: 'x', preconditions: '', steps: [], customFields: { weight: Infinity } }
  expect(() => writeMarkdown(content as never)).toThrow(/written as a file: x \(.*custom fields/)
})

test('-0.0, which services in other languages send, is written as the number that JSON knows', () => {
  const content = { name: 'x', preconditions: '', steps: [], customFields: { weight: -0 } }
  const written = writeMarkdown(content)
  expect(written).toContain('weight: 0\n')
  expect(readMarkdownFile(written)).toMatchObject({ kind: 'case', content: { customFields: { weight: 0 } } })
})
