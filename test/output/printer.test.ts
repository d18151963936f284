import { expect, test } from 'vitest'
import { UsageError } from '../../src/errors.ts'
import { chooseFormat } from '../../src/output/index.ts'
import { aTest, see } from './sights.ts'

test.each([
  [{}, true, 'table'],
  [{}, false, 'tsv'],
  [{ json: true }, true, 'json'],
  [{ ndjson: true }, false, 'ndjson'],
  [{ quiet: true }, true, 'quiet'],
  [{ csv: true }, true, 'csv'],
  [{ csv: true, columns: 'name' }, false, 'csv'],
  [{ csvRaw: true }, false, 'csv'],
  [{ csv: true, csvRaw: true }, false, 'csv'],
  [{ template: '' }, true, 'template'],
  [{ jq: '.' }, true, 'json'],
  [{ jq: '', json: true }, false, 'json'],
] as const)('with %j, on a terminal: %s, the form is %s', (flags, isTTY, format) => {
  expect(chooseFormat(flags, { stdout: { isTTY } })).toBe(format)
})

test.each([
  { json: true, ndjson: true },
  { json: true, quiet: true },
  { json: true, columns: 'name' },
  { csv: true, json: true },
  { csvRaw: true, quiet: true },
  { template: '{name}', ndjson: true },
  { template: '', csv: true },
  { template: '{name}', columns: 'name' },
  { jq: '.', ndjson: true },
  { jq: '', quiet: true },
  { jq: '.', csv: true },
  { jq: '.', template: '' },
  { jq: '.', columns: 'name' },
])('%j is a usage error', (flags) => {
  expect(() => chooseFormat(flags, { stdout: { isTTY: false } })).toThrow(UsageError)
})

test.each([
  [{ bom: true, json: true }, '--json and --bom exclude each other'],
  [{ csvRaw: true, quiet: true }, '--quiet and --csv-raw exclude each other'],
])('%j is told by the flags that were typed', (flags, message) => {
  expect(() => chooseFormat(flags, { stdout: { isTTY: false } })).toThrow(message)
})

test('a mutation is a sentence on a terminal, without loading what tables need', async () => {
  const seen = await see({ terminal: 80 }, (printer) => printer.changed('tests', aTest(1), 'Updated test WEB-T1'))
  expect(seen).toMatchObject({ out: '✓ Updated test WEB-T1\n', err: '', loaded: [] })
  const ascii = { terminal: 80, env: { LANG: 'C' }, color: 'always' }
  expect((await see(ascii, (printer) => printer.changed('tests', aTest(1), 'A\u001bB'))).out).toBe(
    '\u001b[32m+\u001b[39m A\\u001bB\n',
  )
})

test('an answer is its lines for people and pipes', async () => {
  for (const setting of [{ terminal: 80 }, {}, { format: 'quiet' } as const])
    expect((await see(setting, (printer) => printer.answer({ read: 3 }, ['read  3', 'set\u001b  2']))).out).toBe(
      'read  3\nset\\u001b  2\n',
    )
})

test('raw text is passed on as it is to a pipe, and is made safe for a terminal', async () => {
  const text = 'first\n\tsecond \u001b[31m'
  expect((await see({}, (printer) => printer.raw(text))).out).toBe(text)
  expect((await see({ terminal: 80 }, (printer) => printer.raw(text))).out).toBe('first\n\tsecond \\u001b[31m')
})

test('a remark is for people, a warning for everybody', async () => {
  const print = (setting: Parameters<typeof see>[0]) =>
    see(setting, async (printer) => {
      await printer.note('50 of 342 shown')
      await printer.warn('the list changed \u001b')
    })
  expect(await print({ terminal: 80 })).toMatchObject({
    out: '',
    err: '50 of 342 shown\nwarning: the list changed \\u001b\n',
  })
  expect(await print({})).toMatchObject({ out: '', err: 'warning: the list changed \\u001b\n' })
})
