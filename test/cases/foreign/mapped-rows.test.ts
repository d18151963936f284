import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { createTally } from '../../../src/cases/foreign/loss/tally.ts'
import { readMapped } from '../../../src/cases/foreign/mapped/index.ts'
import { readForeign } from './reading.ts'

// A spreadsheet with a step in each row, which also names its case.

const read = async (...rows: string[]) => {
  const { cases } = await readForeign(rows.join('\n'))
  return cases.map(({ source, content }) => [source, content.steps.map(({ action }) => action).join(' ')])
}

describe('cases of one name without IDs are told apart', () => {
  test('by their section', async () => {
    const rows = ['Web,Login,Open', 'Web,Login,Click', ',Login,Wait', 'Mobile,Login,Tap', ',Login,Swipe']
    expect(await read('Section,Name,Action', ...rows)).toEqual([
      ['csv:Web › Login', 'Open Click Wait'],
      ['csv:Mobile › Login', 'Tap Swipe'],
    ])
    expect(await read('Section,Name,Action', ',Login,Open', 'Web,Login,Click')).toEqual([
      ['csv:Login', 'Open'],
      ['csv:Web › Login', 'Click'],
    ])
  })

  test.each([
    ['1', '2'],
    ['1.', '2.'],
    ['0', '1'],
  ])('by the number of a step that begins again: %s, %s', async (first, second) => {
    const rows = [`Login,${first},Open`, `Login,${second},Click`, 'Login,,Wait', `Login,${first},Tap`]
    expect(await read('Name,Step,Action', ...rows)).toEqual([
      ['csv:Login', 'Open Click Wait'],
      ['csv:Login (2)', 'Tap'],
    ])
  })
})

test('with IDs, a case is one however its steps are numbered and whatever section they name', async () => {
  const rows = ['1,Web,Login,1,Open', '1,Mobile,Login,1,Tap', '2,Mobile,Login,1,Swipe']
  expect(await read('ID,Section,Name,Step,Action', ...rows)).toEqual([
    ['csv:1', 'Open Tap'],
    ['csv:2', 'Swipe'],
  ])
})

describe('a row without a name is a case that cannot be read, not a step of the case above', () => {
  test.each([
    [
      'its steps begin with 1 again',
      'Nr,Name,Steps',
      ['1,Login,"1. Open\n2. Click"', '2,,"1. Tap\n2. Swipe"', '3,Logout,1. Tap'],
    ],
    ['it names another section', 'Section,Name,Steps', ['Web,Login,Open', 'Mobile,,Tap', ',,Swipe', 'Web,Logout,Tap']],
  ])('if %s', async (_, header, rows) => {
    const { cases, account } = await readForeign([header, ...rows].join('\n'))
    expect(cases.map(({ content }) => [content.name, content.steps.length])).toEqual([
      ['Login', rows.length === 4 ? 1 : 2],
      ['Logout', 1],
    ])
    expect(account).toMatchObject({ read: 3, unreadable: [{ reason: 'it has no name' }] })
  })

  test('but otherwise it is a step', async () => {
    expect(await read('Name,Steps', 'Login,Open', ',1. Click', ',1. Wait')).toEqual([['csv:Login', 'Open Click Wait']])
    const numbered = ['Name,Step,Step Action,Path', 'Login,1,Open,/login', ',2,Click,/home']
    expect(await read(...numbered)).toEqual([['csv:/login › Login', 'Open Click']])
  })
})

const fieldsIn = async (text: string) => {
  const { cases } = await readForeign(text)
  return cases.map(({ content: { preconditions, customFields, steps } }) => {
    const { source: _, ...fields } = customFields
    return { preconditions, steps: steps.length, fields }
  })
}

describe('what each row of a case repeats is stored once', () => {
  const header = 'ID,Name,Preconditions,Action,Expected,Priority,Tags,Note'

  test('under the one name that it has', async () => {
    const rows = '1,Login,Chrome,Open,opened,High,smoke,x\n1,Login, Chrome ,Click,clicked,High,smoke,x\n,,,Wait,,,,'
    expect(await fieldsIn(`${header}\n${rows}`)).toEqual([
      { preconditions: 'Chrome', steps: 3, fields: { priority: 'High', tags: 'smoke', Note: 'x' } },
    ])
  })

  test('and what a further row says otherwise is kept, once as well', async () => {
    const rows = ['1,Login,Chrome,a,,High,,', '1,Login,Edge,b,,Low,late,n', '1,Login,,c,,Low,,n', '1,Login,,d,,,,m']
    const fields = {
      priority: 'High',
      Preconditions: 'Edge',
      Priority: 'Low',
      Tags: 'late',
      Note: 'n',
      'Note (2)': 'm',
    }
    expect(await fieldsIn([header, ...rows, '1,Login,,e,,,,m'].join('\n'))).toEqual([
      { preconditions: 'Chrome', steps: 5, fields },
    ])
  })
})

test('what an earlier version stored twice is emptied: the file says nothing of it any more', async () => {
  const tally = createTally()
  const rows = 'Section,Name,Preconditions,Action\nWeb,Login,Chrome,Open\nMobile,Login,Android,Tap'
  const source = { name: 'm.csv', chunks: Readable.from([Buffer.from(rows)]) }
  for await (const _ of readMapped(undefined)(source, tally));
  expect(['Section', 'Preconditions', 'Action'].map((name) => tally.covers(`fields.${name}`))).toEqual([
    true,
    true,
    false,
  ])
})
