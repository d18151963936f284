import { describe, expect, test } from 'vitest'
import { createHeader } from '../../../src/cases/foreign/csv/table.ts'
import { guessMap } from '../../../src/cases/foreign/mapped/guess.ts'
import { readForeign } from './reading.ts'

// A spreadsheet with the numbers of the steps in a separate column.

const read = async (text: string) => {
  const { cases } = await readForeign(text)
  return cases.map(({ content }) => ({
    steps: content.steps.map(({ action, expectation }) => [action, expectation]),
    fields: Object.keys(content.customFields).filter((field) => field !== 'source'),
  }))
}

const steps = [
  ['open', 'shown'],
  ['close', 'gone'],
]

describe('the numbers of steps are neither actions nor custom fields', () => {
  test.each([
    ['Step before Action', 'Key,Name,Step,Action,Expected Result\nK1,Pay,1,open,shown\nK1,Pay,2,close,gone'],
    ['Step behind Action', 'ID,Title,Action,Step,Expected Result\n1,Pay,open,1,shown\n,,close,2,gone'],
    ['Step and Step Description', 'ID,Title,Step,Step Description,Expected\n1,Pay,1,open,shown\n,,2,close,gone'],
    ['Test Step and Step Action', 'ID,Title,Test Step,Step Action,Expected\n1,Pay,1,open,shown\n,,2,close,gone'],
    ['Step No. and Steps', 'ID,Title,Step No.,Steps,Expected\n1,Pay,1.,open,shown\n,,2.,close,gone'],
    ['Step and Step Details', 'ID,Title,Step,Step Details,Expected\n1,Pay,1,open,shown\n,,2,close,gone'],
  ])('%s', async (_, text) => expect(await read(text)).toEqual([{ steps, fields: [] }]))
})

test('a column of texts called Step is the action, beside numbers too', async () => {
  expect(await read('ID,Title,Step,Expected\n1,Pay,open,shown\n,,2,gone')).toEqual([
    {
      steps: [
        ['open', 'shown'],
        ['2', 'gone'],
      ],
      fields: [],
    },
  ])
})

test('the map that is guessed names the column of the numbers', () => {
  const header = createHeader(['ID', 'Title', 'Step', 'Action'])
  expect(guessMap(header, [{ line: 2, cells: ['1', 'Pay', '1', 'open'] }])?.steps).toEqual({
    as: 'rows',
    action: 'Action',
    number: 'Step',
  })
})
