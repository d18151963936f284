import { describe, expect, test } from 'vitest'
import { headerIn, rowsBelowHeader } from '../../../src/cases/foreign/csv/table.ts'
import { guessMap } from '../../../src/cases/foreign/mapped/guess.ts'
import { parseMap } from '../../../src/cases/foreign/mapped/map.ts'
import { readForeign, step } from './reading.ts'

const mapOf = (value: object) => parseMap('map.json', JSON.stringify(value))

describe('a map that is wrong is refused', () => {
  test.each<[string, RegExp]>([
    ['{', /map.json is not a map of columns/],
    ['[]', /it is not a JSON object/],
    ['{}', /"name" must be the header of a column/],
    ['{"name":"a","color":"b"}', /there is no key "color"/],
    ['{"name":"a","steps":{"as":"heap","action":"b"}}', /"steps.as" is one of rows, columns/],
    ['{"name":"a","steps":{"as":"columns","action":"Step"}}', /needs \{n\}/],
    [
      '{"name":"a","steps":{"action":"b","expected":"c"}}',
      /no key "expected" in "steps"; it takes as, action, expectation/,
    ],
    ['{"name":"a","steps":{"action":"b","data":["c"]}}', /"steps.data" must be the header of a column/],
    ['{"name":"a","fields":{"x":1}}', /"fields" takes names and headers/],
  ])('%s', (text, message) => expect(() => parseMap('map.json', text)).toThrow(message))

  test('because it names a column that is not there', async () => {
    await expect(readForeign('Title\na', { map: mapOf({ name: 'Name' }) })).rejects.toThrow(/there is no column "Name"/)
  })

  test('because it uses a column that it leaves out', async () => {
    const map = mapOf({ name: 'Title', leaveOut: ['title'] })
    await expect(readForeign('Title\na', { map })).rejects.toThrow('uses the column "title", and leaves it out')
  })
})

test('a map names the second column of a name, and one without a name, as the account of the import does', async () => {
  const text = 'Title;Steps;Steps;Comment;;Comment;Expected\nResult\na;Go;;x;w;y;z\n'.replace(
    'Expected\nResult',
    '"Expected\nResult"',
  )
  const steps = { as: 'text', action: 'Steps', expectation: 'Expected\nResult' }
  const map = mapOf({ name: 'Title', steps, fields: { why: 'comment (2)', who: 'column 5' }, leaveOut: ['Steps (2)'] })
  const { content } = (await readForeign(text, { map })).cases[0]!
  expect(content).toMatchObject({ steps: [step('Go', 'z')], customFields: { why: 'y', who: 'w', Comment: 'x' } })
  await expect(readForeign(text, { map: mapOf({ name: 'Name' }) })).rejects.toMatchObject({
    hint: 'columns: Title, Steps, Steps (2), Comment, column 5, Comment (2), Expected Result',
  })
})

test('what is null in the steps of a map is left empty', () => {
  const map = mapOf({ name: 'Title', steps: { as: 'rows', action: 'Step', expectation: null, data: '' } })
  expect(map.steps).toEqual({ as: 'rows', action: 'Step' })
})

test.each(['', '\ufeff'])('the numbers of steps are found in exports that were put into one file, too: %j', (mark) => {
  const header = 'Title,Step,Step Action\n'
  const text = `${header}One,1,go\n${mark}${header}Two,1,go\n`
  expect(guessMap(headerIn(text)!, rowsBelowHeader(text))?.steps?.number).toBe('Step')
})

test.each([
  ['1', 'Step'],
  ['1,go\n2', 'Step'],
  ['1,go\n2,stay\n', 'Step'],
  ['1,go\n2,stay\n3,"lea', 'Step'],
  ['1,go\nopen', 'Step'],
  ['open', undefined],
  ['open,go\n', undefined],
])('the numbers of steps are found in the beginning of a file, though it ends within a row: %j', (rows, number) => {
  const text = `Title,Step,Step Action\n${rows.replace(/^|\n(?=.)/g, '$&One,')}`
  expect(guessMap(headerIn(text)!, rowsBelowHeader(text))?.steps?.number).toBe(number)
})
