import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeFormulas } from '../../../src/output/text/formulas.ts'
import { parseCsv } from '../rfc4180.ts'
import { aCase, aComment, aRun, aTest, see } from '../sights.ts'
import { examples } from '../../helpers/soak.ts'
import { character } from '../../helpers/character.ts'

const csv = { format: 'csv' } as const

test('a list is a line of names and a line for each, with the columns of a pipe and ISO times', async () => {
  const rows = [aTest(1, { name: 'Login, "quick"', result: 'passed', assignedTo: 'ana' }), aTest(2, { updatedAt: 0 })]
  expect(await see(csv, (printer) => printer.list('tests', rows))).toMatchObject({
    out: [
      'identifier,name,result,assignedTo,updatedAt\r\n',
      'WEB-T1,"Login, ""quick""",passed,ana,2026-03-15T09:00:00.000Z\r\n',
      'WEB-T2,Test 2,untested,,1970-01-01T00:00:00.000Z\r\n',
    ].join(''),
    err: '',
    loaded: [],
  })
})

test('an empty list has the names of its columns', async () => {
  expect((await see(csv, (printer) => printer.list('comments', []))).out).toBe('id,content,createdBy,createdAt\r\n')
})

test('a row whose only cell is empty is no empty line, which readers skip', async () => {
  const rows = [aTest(1), aTest(2, { assignedTo: 'ana' })]
  const { out } = await see({ ...csv, columns: 'assignedTo' }, (printer) => printer.list('tests', rows))
  expect(out).toBe('assignedTo\r\n""\r\nana\r\n')
})

test('--columns chooses, custom fields included', async () => {
  const columns = 'identifier,customFields.area,customFields,steps'
  expect((await see({ ...csv, columns }, (printer) => printer.item('cases', aCase(4)))).out).toBe(
    'identifier,customFields.area,customFields,steps\r\nWEB-C4,login,"{""area"":""login"",""priority"":1}",2\r\n',
  )
})

test('a mutation is a row, and so is another answer, by its dotted leaves', async () => {
  expect((await see(csv, (printer) => printer.changed('comments', aComment('x'), 'Done'))).out).toBe(
    'id,content,createdBy,createdAt\r\ncomment-1,x,ana,2026-03-01T12:00:00.000Z\r\n',
  )
  const answer = { run: aRun(7)['name'], results: { passed: 3, more: { deep: null } }, failed: [1, 2], none: {} }
  expect((await see(csv, (printer) => printer.answer(answer, []))).out).toBe(
    'run,results.passed,results.more.deep,failed,none\r\nRun 7,3,,"[1,2]",{}\r\n',
  )
  const several = [{ method: 'GET' }, { method: 'PUT', body: { name: 'x' } }]
  expect((await see(csv, (printer) => printer.answer(several, []))).out).toBe('method,body.name\r\nGET,\r\nPUT,x\r\n')
  expect((await see(csv, (printer) => printer.answer('text', []))).out).toBe('value\r\ntext\r\n')
})

test('another table has its own columns, of which --columns chooses', async () => {
  const rows = [{ name: 'url', value: 'file:x' }]
  const print = (columns?: string) =>
    see({ ...csv, ...(columns && { columns }) }, (printer) => printer.table(['name', 'value'], rows))
  expect((await print()).out).toBe('name,value\r\nurl,file:x\r\n')
  expect((await print('value')).out).toBe('value\r\nfile:x\r\n')
  expect((await print('key')).error).toMatchObject({ message: 'there is no column "key" in this table' })
})

test('a list that fails before its first row prints nothing, and later what came before', async () => {
  const failing = async function* (count: number) {
    for (let at = 0; at < count; at++) yield aTest(at)
    throw new Error('the service went away')
  }
  expect(await see(csv, (printer) => printer.list('tests', failing(0)))).toMatchObject({ out: '' })
  const { out, error } = await see(csv, (printer) => printer.list('tests', failing(2)))
  expect(parseCsv(out)).toHaveLength(3)
  expect(error).toMatchObject({ message: 'the service went away' })
})

const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', "'", ',', ';', ' ', '1', 'A', '\u001b', '日', '＝'),
    character,
  ),
  maxLength: 40,
})

test('whatever is in the cells, they read back: as they were with --csv-raw, else defused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 5 }), fc.boolean(), async (names, csvRaw) => {
      const rows = names.map((name, at) => aTest(at, { name }))
      const setting = { ...csv, csvRaw, columns: 'name,identifier' }
      const { out } = await see(setting, (printer) => printer.list('tests', rows))
      const expected = rows.map((row, at) => [csvRaw ? names[at] : escapeFormulas(names[at]!), row['identifier']])
      expect(parseCsv(out)).toEqual([['name', 'identifier'], ...expected])
    }),
    examples(200),
  )
})

describe('what a spreadsheet would execute gets a quote before it', () => {
  test.each([
    ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
    ['=1+1', "'=1+1"],
    ['+49 30 1234', "'+49 30 1234"],
    ['-2+3', "'-2+3"],
    ['- a step', "'- a step"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['\t=1', "'\t'=1"],
    ['"=1"', `'"=1"`],
    [' =1', "' =1"],
    ["'=1", "''=1"],
    ['a\n=1', "a\n'=1"],
    ['a;=1', "a;'=1"],
    ['＝1', "'＝1"],
  ])('%j', (cell, defused) => expect(escapeFormulas(cell)).toBe(defused))

  test.each(['-5', '-1.5', '-2e10', '5', '', 'a=b', 'Login - again', 'a, =b', "it's", 'a-b@c.d', '日本'])(
    'and %j stays',
    (cell) => expect(escapeFormulas(cell)).toBe(cell),
  )

  test('at every place where a cell could begin, however it is read', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        if (/^-?\d+(\.\d+)?$/.test(text)) return
        for (const cell of escapeFormulas(text).split(/[\n\r\t;]/)) expect(cell).not.toMatch(/^ *[=+\-@＝＋－＠]/)
      }),
      examples(1000),
    )
  })

  test('and taking it away gives what was there', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        if (!/[\n\r\t;]/.test(text)) expect(escapeFormulas(text).replace(/^'(?=["' ]*[=+\-@＝＋－＠])/, '')).toBe(text)
      }),
      examples(1000),
    )
  })
})

test('numbers of the service are numbers', async () => {
  const row = aCase(1, { customFields: { minus: -5, text: '=5' } })
  const columns = 'customFields.minus,customFields.text'
  expect((await see({ ...csv, columns }, (printer) => printer.item('cases', row))).out).toBe(
    `customFields.minus,customFields.text\r\n-5,"'=5"\r\n`,
  )
})

test('on a terminal nothing acts on it', async () => {
  const row = aTest(1, { name: 'red\u001b[31m\nnext' })
  const setting = { ...csv, terminal: 80, columns: 'name' }
  expect((await see(setting, (printer) => printer.item('tests', row))).out).toBe('name\r\n"red\\u001b[31m\nnext"\r\n')
})
