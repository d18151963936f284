import { describe, expect, test } from 'vitest'
import { failure } from '../json-document.ts'

describe('a malformed document is refused with the line and the column', () => {
  const rows: [string, string, string][] = [
    ['a comma too many in a list', '[\n  1,\n]', 'line 3, column 1: a value was expected, not "]"'],
    ['a comma too many in an object', '{"a": 1,}', 'line 1, column 9: a key in quotes was expected, not "}"'],
    ['a comma too few', '[1 2]', 'line 1, column 4: a comma or ] was expected, not "2"'],
    ['a comma too few between keys', '{"a": 1\n"b": 2}', 'line 2, column 1: a comma or } was expected, not "\\""'],
    ['no colon', '{"a" 1}', 'line 1, column 6: a colon was expected, not "1"'],
    ['a key without quotes', '{a: 1}', 'line 1, column 2: a key in quotes or } was expected, not "a"'],
    ['single quotes', "['a']", 'line 1, column 2: a value or ] was expected, not "\'"'],
    ['a comment', '[1, // one\n2]', 'line 1, column 5: a value was expected, not "/"'],
    ['what Python writes for no number', '[\n1,\n NaN\n]', 'line 3, column 2: "NaN" is no value'],
    ['a leading zero', '[012]', 'line 1, column 2: "012" is no value'],
    [
      'a line break in a text',
      '["a\nb"]',
      'line 1, column 4: a text has "\\n" in it, which must be written as an escape',
    ],
    ['a NUL in a text', '["a\0b"]', 'line 1, column 4: a text has "\\u0000" in it'],
    [
      'an escape that is none',
      '["\\x41"]',
      'line 1, column 4: an escape in a text has "x" in it, which means nothing there',
    ],
    ['an escape cut short', '["\\u12"]', 'line 1, column 7: an escape in a text has "\\"" in it'],
    ['closed by the wrong bracket', '{"a": [1}', 'line 1, column 9: a comma or ] was expected, not "}"'],
    ['two documents', '{}\n{}', 'line 2, column 1: the end of the file was expected, not "{"'],
    ['text after the end', '{} done', 'line 1, column 4: the end of the file was expected, not "d"'],
    ['nothing', ' \n', 'line 2, column 1: the file ends too early'],
    ['a number without end', `[${'1'.repeat(500)}]`, 'a number or word has over 400 characters'],
    ['100,000 lists deep', '['.repeat(100_000), 'line 1, column 1001: it is nested more than 1000 deep'],
    ['100,000 objects deep', '{"a":'.repeat(100_000), 'it is nested more than 1000 deep'],
  ]
  test.for(rows)('%s', async ([, text, expected]) => {
    const { message, hint, exitCode } = await failure(text)
    expect(message).toContain(`report.json is not well-formed JSON: `)
    expect(message).toContain(expected)
    expect(hint).toBeTruthy()
    expect(exitCode).toBe(2)
  })

  test('cut off anywhere, it says so and where in the document that is', async () => {
    const text = '{"results":\n {"tests": [{"name": "a",\n "n": -1.5e3}]}}'
    for (let end = 1; end < text.length; end++) {
      const { message, hint } = await failure(text.slice(0, end), ['results.tests.*'])
      expect(message).toContain('the file ends')
      expect(hint).toBe('was the test run cut off while it wrote the report?')
    }
    expect((await failure(text.slice(0, 35), ['results.tests.*'])).message).toContain(
      'line 2, column 24: the file ends in the middle of results.tests.*',
    )
  })
})

test('a value that is too large is refused by its path', async () => {
  const { message } = await failure(`{"a": [${`"${'x'.repeat(90)}",`.repeat(400_000)}1]}`, ['a'])
  expect(message).toContain('a is larger than 32 MB')
})
