import { expect, test } from 'vitest'
import { isCaseCsv, otherIdentifier } from '../../../src/cases/file/csv/header.ts'
import { readCsv } from '../../../src/cases/file/csv/read.ts'

const read = (...rows: string[]) => readCsv(['identifier,name,step,action,expectation', ...rows].join('\n'))

test('a row with more cells than the header is told, unless they are empty', () => {
  const { cases, problems } = read('WEB-C1,Pay,1,go,there,lost', 'WEB-C2,Leave,1,go,there,')
  expect(cases.map(({ identifier }) => identifier)).toEqual(['WEB-C2'])
  expect(problems).toEqual([{ line: 2, rule: 'unreadable', message: 'the row has more cells than the header' }])
})

test.each(['\n', '\r\n', '\r'])('a problem has the line of its row, between line ends %j', (end) => {
  const rows = ['identifier,name,step,action,expectation', `WEB-C1,Pay,1,"go${end}on",there`, 'WEB-C2,', 'WEB-C3,']
  expect(readCsv(rows.join(end)).problems.map(({ line }) => line)).toEqual([4, 5])
})

test.each([',,', ',"", '])('empty columns on the right, as spreadsheets save them, are none: %j', (end) => {
  const { cases, problems } = readCsv(`identifier,name${end}\nWEB-C1,Pay,,\nWEB-C2,Leave,,lost`)
  expect(cases.map(({ identifier, content }) => [identifier, content.name])).toEqual([['WEB-C1', 'Pay']])
  expect(problems).toMatchObject([{ line: 3, message: 'the row has more cells than the header' }])
})

test.each([',,\n', '\n', ',,\n,,\n', 'sep=,\n,,\n'])(
  'rows above the header that are empty are passed over: %j',
  (above) => {
    const text = `${above}identifier,name\nWEB-C1,Pay\n`
    expect(isCaseCsv(text)).toBe(true)
    const { cases, problems } = readCsv(text)
    expect(cases).toMatchObject([{ identifier: 'WEB-C1', content: { name: 'Pay' } }])
    expect(problems).toEqual([])
  },
)

test('without the columns of steps, the rows of further steps are passed over, of every case', () => {
  const { cases, problems } = readCsv('identifier,name\nWEB-C1,Pay\nWEB-C1,\nWEB-C2,Leave\nWEB-C2,\nWEB-C1,\n')
  expect(cases.map(({ identifier }) => identifier)).toEqual(['WEB-C1', 'WEB-C2', 'WEB-C1'])
  expect(problems).toEqual([{ line: 6, rule: 'no-name', message: 'the case has no name' }])
})

test('a second row of a case is no further step if it says more than the identifier, or if there are columns of steps', () => {
  const { cases } = readCsv('identifier,name\nWEB-C1,Pay\nWEB-C1,Leave\n')
  expect(cases.map(({ content }) => content.name)).toEqual(['Pay', 'Leave'])
  expect(read('WEB-C1,Pay,1,go,there', 'WEB-C1,,,,').problems).toMatchObject([{ line: 3, rule: 'no-name' }])
})

test.each(['Pay,,', ',ready,', ',,shop'])(
  'only the step of a further row is read, so anything else in it is told: %j',
  (more) => {
    const rows = ['identifier,step,action,expectation,name,preconditions,fields.area', 'WEB-C1,1,go,there,Pay,,']
    expect(readCsv([...rows, `WEB-C1,2,stay,,${more}`].join('\n')).problems).toEqual([
      { line: 3, rule: 'unreadable', message: 'put everything but the step into the row of step 1' },
    ])
  },
)

test('a header that cannot be read is told', () => {
  expect(readCsv('identifier,"na"me\nWEB-C1,Pay\n')).toEqual({
    cases: [],
    problems: [{ line: 1, rule: 'unreadable', message: 'the header cannot be read' }],
  })
})

test('a case without a name, or with the identifier of something else, is told', () => {
  const { problems } = read('WEB-C1,,1,go,there', 'WEB-T2,Leave,1,go,there')
  expect(problems).toEqual([
    { line: 2, rule: 'no-name', message: 'the case has no name' },
    { line: 3, rule: 'bad-identifier', message: '"WEB-T2" is no identifier of a case: WEB-C12 is one' },
  ])
})

test.each([
  ['WEB-C1,Pay,,go,', 2, 'the step has no number: the steps of a case are 1, 2, 3 …'],
  ['WEB-C1,Pay,,,there', 2, 'the step has no number: the steps of a case are 1, 2, 3 …'],
  [
    'WEB-C1,Pay,1,go,\nWEB-C1,,3,stay,',
    3,
    'step 3 does not follow the step before it: were the rows sorted, or one removed? the steps of a case are 1, 2, 3 …',
  ],
  [
    'WEB-C1,Pay,1,go,\nWEB-C2,,2,stay,',
    3,
    'step 2 does not follow the step before it: were the rows sorted, or one removed? the steps of a case are 1, 2, 3 …',
  ],
  [
    'WEB-C1,Pay,2,go,',
    2,
    'step 2 does not follow the step before it: were the rows sorted, or one removed? the steps of a case are 1, 2, 3 …',
  ],
])('a step that stands in the wrong place is told: %j', (rows, line, message) => {
  expect(read(rows).problems).toEqual([{ line, rule: 'unreadable', message }])
})

test('a header with several problems is told with all of them', () => {
  const message = 'there is no column action and none expectation: step, action, expectation belong together'
  expect(readCsv('identifier,name,owner,step\nWEB-C1,Pay,ana,1').problems).toEqual([
    { line: 1, rule: 'unknown-key', message: 'there is no column "owner": a custom field is called fields.owner' },
    { line: 1, rule: 'unreadable', message },
  ])
})

test('a last row that the file ends within is told: its step would lose its text', () => {
  const rows = ['WEB-C1,Pay,1,go,there', 'WEB-C1,,2,pay,paid', 'WEB-C2,Leave,1,go,away']
  const message = 'the file ends within this row: was it cut off?'
  expect(read(...rows, 'WEB-C2,,2').problems).toEqual([{ line: 5, rule: 'unreadable', message }])
  expect(read(...rows, 'WEB-C2,,2', '').problems).toEqual([])
  expect(read(...rows, 'WEB-C2,,2,stay,there').problems).toEqual([])
  expect(read('WEB-C1,Pay', 'WEB-C2').problems).toEqual([{ line: 3, rule: 'no-name', message: 'the case has no name' }])
})

test.each([
  ['identifier,name,preconditions,step,action,expectation\nTC-1,Pay,,,,', true],
  ['identifier,name', true],
  [' Identifier,NAME,Fields.kind', true],
  ['identifier,name,owner\nWEB-C1,Pay,ana', true],
  ['identifier,name,owner\n,Pay,ana\nWEB-C1,Leave,ana', true],
  ['identifier,name,owner', false],
  ['identifier,name\nTC-1,Pay', false],
  ['identifier,name\n,Pay', true],
  ['identifier,name,owner\nWEB-C1,Pay,ana\nTC-2,Leave,ana', true],
  ['identifier,action\nWEB-C1,go', false],
  ['identifier,step,action,expectation\nWEB-C1,1,go,there', false],
  ['name,step,action,expectation', true],
  ['name,fields.kind', true],
  ['name,action,expectation', false],
  ['name,fields.kind,owner', false],
  ['name', false],
])('whether a file is a CSV of testctl is told by its columns and identifiers: %j', (beginning, is) => {
  expect(isCaseCsv(beginning)).toBe(is)
})

test.each([
  ['identifier,name\nWEB-C1,Pay\nWEB-R2,Nightly', 'WEB-R2'],
  ['identifier,name\nWEB-C1,Pay', undefined],
  ['identifier,name\nWEB-C1,Pay\nWEB-C2,"x"y', undefined],
  ['identifier,name\nTC-1,Pay', undefined],
  ['WEB-R1,name\nWEB-R2,Nightly', undefined],
])('a list of something else is known by its first identifier: %j', (beginning, text) => {
  expect(otherIdentifier(beginning)?.text).toBe(text)
})

test('a field without a column is left alone', () => {
  const [covers] = readCsv('identifier,name,step,action,expectation\nWEB-C1,Pay,1,go,').cases.map((one) => one.covers!)
  expect(['name', 'steps', 'preconditions', 'fields.kind'].map((field) => covers!(field))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(readCsv('identifier,name\nWEB-C1,Pay').cases[0]!.covers!('steps')).toBe(false)
})
