import { expect, test } from 'vitest'
import { formOf } from '../../../src/cases/file/forms.ts'

// A problem in a file is reported with its line.

const problemsIn = (ending: string, text: string) =>
  formOf(`cases.${ending}`)!
    .read(text)
    .problems.map(({ line, message }) => `${line} ${message}`)
const header = 'identifier,name,preconditions,step,action,expectation,fields.area'

test.each([
  ['ndjson', '{"name":"a"}\n\n{"name":\n', ['3 the line is no JSON']],
  ['ndjson', '{\n "name": "a"\n}\n{\n "name":\n  1\n}\n', ['4 name must be a text']],
  [
    'ndjson',
    '{"name":"a"\n{"name":"b"}\n{\n"name":"c"}\n{"name"\n',
    ['1 the line is no JSON', '5 the line is no JSON'],
  ],
  [
    'ndjson',
    '{"name":"a"}\n{"nam":"b"}\n',
    ['2 there is no field "nam": put it below customFields', '2 the case has no name'],
  ],
  ['json', '[\n {"name": "]\\"["},\n {"name": 1}]', ['3 name must be a text']],
  ['ndjson', '{"name":"a"}\nx\n', ['2 the line is no JSON']],
  ['ndjson', 'x\n{"name":"a"}\n', ['1 the line is no JSON']],
  ['ndjson', ' \n{"name":"a"}\n', []],
  ['json', '[\n {"name": "a"},\n {"name": 1},\n {"name": 2}]', ['3 name must be a text', '4 name must be a text']],
  ['json', '[null,\n 1]', ['1 it is no case', '2 it is no case']],
  ['json', '[{"name": ""}]', ['1 the case has no name']],
  ['json', '[{"name": "a", "customFields": []}]', ['1 customFields must hold keys']],
  ['json', '[{"name": "a", "identifier": "WEB-R1"}]', ['1 "WEB-R1" is no identifier of a case: WEB-C12 is one']],
  ['json', '[{"name": "a", "id": "1", "createdAt": 1, "updatedBy": null}]', []],
  ['json', '[{"name": "a"},\n x]', ['2 the file is no JSON']],
  ['json', '"a"', ['1 the file holds no list of cases']],
  ['json', '\n{"name": "a",\n "nam": 1}', ['2 there is no field "nam": put it below customFields']],
  [
    'json',
    '{"name": "a",\n "customFields": {"n": 12345678901234567890}}',
    ['1 the number 12345678901234567890 would be rounded: put it in quotes'],
  ],
  ['yaml', '- name: a\n- name: b\n  steps: no\n', ['2 steps must be a list of action and expectation, both texts']],
  [
    'yaml',
    '- name: "# a"\n  preconditions: |\n    # b\n- name: c # d\n',
    ['4 a comment would be lost when the file is written: put it into a field'],
  ],
  [
    'csv',
    `${header}\r\n,a,"b\r\nc",1,d,e,\r\n,,,3,f,g,\r\n`,
    [
      '4 step 3 does not follow the step before it: were the rows sorted, or one removed? the steps of a case are 1, 2, 3 …',
    ],
  ],
  [
    'csv',
    `${header}\n,a,,,d,,\n,b,,,,,json:x\n`,
    ['2 the step has no number: the steps of a case are 1, 2, 3 …', '3 after json: the field "area" is no JSON'],
  ],
  ['csv', `${header},area\n`, ['1 there is no column "area": a custom field is called fields.area']],
  ['csv', `${header}\n,a,,1,d,e,\n,b,,2,f,g,\n`, ['3 put everything but the step into the row of step 1']],
  ['csv', `${header}\n,"a,,,,,\n`, ['2 a quote in it is never closed']],
  [
    'json',
    '[\n {"name": "a"},\n\n {"name": "b", "customFields": {"n": 12345678901234567890}}]',
    ['4 the number 12345678901234567890 would be rounded: put it in quotes'],
  ],
  ['json', '[{"name": "a", "customFields": {"n": [-1.50, 0.1, 1e5, 1E-7, 100], "t": "9999999999999999999: {"}}]', []],
  ['ndjson', '{"name":"a"}\n{"name":"a","name":"b"}', ['2 a key is in it twice']],
])('%s: %j', (ending, text, problems) => {
  expect(problemsIn(ending, text)).toEqual(problems)
})

test('an exported case says which version of it the file was made from', () => {
  const versions = (updatedAt: unknown) =>
    formOf('cases.json')!
      .read(JSON.stringify([{ name: 'a', updatedAt }]))
      .cases.map((one) => one.updatedAt)
  expect(versions('2026-01-01T00:00:00.000Z')).toEqual(['2026-01-01T00:00:00.000Z'])
  expect(versions(1)).toEqual([undefined])
})
