import { describe, expect, test } from 'vitest'
import { limitsExceeded } from '../../../src/cases/limits.ts'
import { readForeign } from './reading.ts'

const header = 'ID,Title,Steps,Expected Result,Owner'

/** Returns the names of the cases in a CSV, and its unreadable lines. */
const namesIn = async (text: string | Uint8Array, choice = {}) => {
  const { cases, account } = await readForeign(text, choice)
  return [cases.map(({ content }) => content.name), account.unreadable.map(({ line, reason }) => `${line}: ${reason}`)]
}

describe('however a CSV is written, its rows are read', () => {
  const rows = [
    ['a', 'x\ny'],
    ['b;c', '"q"'],
  ]
  const csv = (delimiter: string, end: string, first = '') =>
    [
      ...(first ? [first] : []),
      ['ID', 'Title', 'Owner'].join(delimiter),
      ...rows.map(([title, owner], at) =>
        [at + 1, title, owner]
          .map((cell) => `"${String(cell).replaceAll('"', '""').replaceAll('\n', end)}"`)
          .join(delimiter),
      ),
    ].join(end)
  const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])

  test.each<[string, string | Uint8Array, object?]>([
    ['commas', csv(',', '\n')],
    ['semicolons', csv(';', '\n')],
    ['tabs', csv('\t', '\n')],
    ['bars', csv('|', '\n')],
    ['sep=;', csv(';', '\r\n', 'sep=;')],
    ['sep=^, which no header would tell', csv('^', '\n', 'sep=^')],
    ['CRLF', csv(',', '\r\n')],
    ['CR alone', csv(',', '\r')],
    ['a byte order mark', `\ufeff${csv(',', '\n')}`],
    ['a byte order mark and sep=', `\ufeff${csv(';', '\n', 'sep=;')}`],
    ['UTF-16', utf16(csv('\t', '\r\n'))],
    ['UTF-16 without a mark, by --encoding', Buffer.from(csv(',', '\n'), 'utf16le'), { encoding: 'utf-16le' }],
    ['empty rows above the heading', csv(';', '\r\n', ';;\r\n;;')],
    ['blank lines above the heading', csv(';', '\n', '\n \n')],
    ['blank lines above the heading, a byte at a time', csv(';', '\r\n', '\r\n\r\n'), { pieces: 1 }],
    ['a byte at a time', csv(',', '\r\n'), { pieces: 1 }],
  ])('%s', async (_, text, choice) => {
    const { cases } = await readForeign(text, choice)
    expect(cases.map(({ content }) => [content.name, content.customFields['Owner']])).toEqual(rows)
  })

  test('windows-1252 is read when it is named, and refused when not', async () => {
    const bytes = Buffer.from('ID,Title\n1,Gr\xfc\xdfe \x80\n', 'latin1')
    expect(await namesIn(bytes, { encoding: 'windows-1252' })).toEqual([['Grüße €'], []])
    await expect(readForeign(bytes)).rejects.toThrow(/is not UTF-8/)
    await expect(readForeign(bytes, { encoding: 'klingon' })).rejects.toThrow(/there is no encoding "klingon"/)
  })

  test('tabs part the cells where the first cell of the header is empty', async () => {
    const { cases } = await readForeign('\n\tTitle\n\tPay, leave\n')
    expect(cases.map(({ content }) => content.name)).toEqual(['Pay, leave'])
  })

  test('a header that does not end is read, in pieces as well', async () => {
    const header = `Title;${'Column;'.repeat(8000)}`
    expect((await readForeign(header, { pieces: 4000 })).cases).toEqual([])
  })

  test.each([1, 7, 300, 65_536])(
    'bytes that are not UTF-8 are told by their line, %i bytes at a time',
    async (pieces) => {
      const rows = Array.from({ length: 100 }, (_, at) => `${at},Größe – ${at}\r\n`).join('')
      const bytes = Buffer.concat([
        Buffer.from(`ID,Title\r\n${rows}`),
        Buffer.from('x,Gr\xfc\xdfe\r\ny,z\r\n', 'latin1'),
      ])
      await expect(readForeign(bytes, { pieces })).rejects.toThrow(
        'stdin is not UTF-8: there are other bytes in line 102',
      )
    },
  )
})

describe('a row that is written wrongly is told, and takes no other with it', () => {
  test.each([
    ['a quote that is not doubled', '1,a,"x "y" z",,\n2,b,,,', [['b'], ['2: a quote in a quoted cell is not doubled']]],
    ['a quote that is never closed', '1,a,"x,,\n2,b,,,\n3,c,,,', [['b', 'c'], ['2: a quote in it is never closed']]],
    ['a quote in a plain cell', '1,a,5" disk,,\n2,b,,,', [['b'], ['2: a quote is in a cell that is not quoted']]],
    ['more cells than the header', '1,a,,,,x\n2,b,,,,,', [['b'], ['2: it has 6 cells, and the header has 5']]],
    ['fewer cells', '1,a\n2,b', [['a', 'b'], []]],
    ['no name', '1,,,,x\n2,b', [['b'], ['2: it has no name']]],
    ['an id that was there', '1,a\n1,b', [['a'], ['3: csv:1 is in line 2 already']]],
    ['blank lines', '\n1,a\n\n,,,,\n2,b\n\n', [['a', 'b'], []]],
  ])('%s', async (_, rows, expected) => expect(await namesIn(`${header}\n${rows}`)).toEqual(expected))

  test('a first line that is longer than any header is none', async () => {
    await expect(readForeign('a'.repeat(9_000_000))).rejects.toThrow('the header in line 1 is not CSV: it is too long')
  })

  test('lines are counted through cells of several lines', async () => {
    const text = `${header}\r\n1,a,"x\r\ny\r\nz",,\r\n2,,,,x\r\n3,c,,,`
    expect(await namesIn(text)).toEqual([['a', 'c'], ['5: it has no name']])
  })

  test('every second row has a quote too many', async () => {
    const rows = Array.from({ length: 1000 }, (_, at) => (at % 2 ? `${at},n${at},,,` : `${at},"n${at},,,`)).join('\n')
    const { account } = await readForeign(`${header}\n${rows}`)
    expect(account).toMatchObject({ read: 1000, cases: 500 })
  })
})

test.each(['', '\ufeff'])(
  'of exports that were put into one file, no header is a case: with %j between them',
  async (mark) => {
    const [plain, quoted] = ['ID,Title,Expected result', '"ID","Title","Expected\nresult"']
    const text = `${plain}\nT1,a,x\n${mark}${quoted}\nT2,b,y\n${mark}${plain}\nID,Title,z\n`
    expect(await namesIn(text)).toEqual([['a', 'b', 'Title'], []])
    expect(await namesIn('Title\na\nTitle\n')).toEqual([['a', 'Title'], []])
  },
)

describe('what is no CSV of cases is refused with advice', () => {
  test.each([
    ['PK\u0003\u0004rest', /an Excel or OpenDocument workbook/],
    ['', /is empty/],
    ['a,b\n1,2', /no column has the names of the cases; its header is a, b/],
    ['<testsuites tests="1"><testsuite/></testsuites>', /a report of test results, not of cases/],
    ['<testsuite name="x" tests="1" failures="0"/>', /a report of test results/],
    ['<html><body/></html>', /not an export of test cases that testctl reads: it begins with <html>/],
    ['{"a": 1}', /not an export of test cases/],
    [
      '<?xml version="1.0"?><!-- x --><!DOCTYPE suite SYSTEM "x.dtd"><suite/>',
      /has a DOCTYPE in line 1 that names another file/,
    ],
    ['<!DOCTYPE suite><suite></suite>', /has a DOCTYPE in line 1 that is not needed/],
    [`${'<!---->'.repeat(2000)}<x/>`, /not an export of test cases/],
  ])('%s', async (text, message) => {
    await expect(readForeign(text)).rejects.toThrow(message)
  })

  test('a line above the heading is told to be in the way', async () => {
    await expect(readForeign('Test cases of spring;;\nID;Title;Steps\n1;a;b')).rejects.toMatchObject({
      hint: 'remove the lines above the heading: the first line has to name the columns',
    })
  })

  test('a file of another system than the one that was named', async () => {
    const qase = 'id,title,steps_actions,suite_id\n1,a,,'
    await expect(readForeign(qase, { from: 'azure' })).rejects.toThrow(/is not an export of Azure Test Plans/)
    expect((await readForeign(qase, { from: 'csv' })).cases[0]?.source).toBe('csv:1')
  })
})

test('names of columns that mean something to JavaScript are names like others', async () => {
  const { cases } = await readForeign('Title,__proto__,constructor,source\na,x,y,z')
  const { customFields } = cases[0]!.content
  expect(Object.entries(customFields)).toEqual([
    ['__proto__', 'x'],
    ['constructor', 'y'],
    ['source (column)', 'z'],
    ['source', 'csv:a'],
  ])
})

test('columns whose long names begin alike are fields of their own, with names that the service takes', async () => {
  const long = 'x'.repeat(205)
  const { cases } = await readForeign(`ID,Name,${long} a,${long} b\n1,Case,left,right`)
  const { source: _, ...fields } = cases[0]!.content.customFields
  expect(fields).toEqual({ [long.slice(0, 200)]: 'left', [`${long.slice(0, 196)} (2)`]: 'right' })
  expect(limitsExceeded(cases[0]!.content)).toEqual([])
})
