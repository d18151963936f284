import { expect, test } from 'vitest'
import { readForeign, step, wentTo } from './reading.ts'

const read = (...rows: string[]) => readForeign(rows.join('\n'))

test('fields that other systems have, too, are called the same; the section is the hierarchy', async () => {
  const { cases, account } = await read(
    'ID,Title,Section,Section Hierarchy,Labels,Priority,References,Type,Preconditions,,Team',
    'C1,Pay,Cart,Shop > Cart,a,High,R-1,Other,a user,extra,web',
  )
  expect(cases[0]?.content).toEqual({
    name: 'Pay',
    preconditions: 'a user',
    steps: [],
    customFields: {
      section: 'Shop > Cart',
      tags: 'a',
      priority: 'High',
      references: 'R-1',
      type: 'Other',
      'column 10': 'extra',
      Team: 'web',
      source: 'testrail:C1',
    },
  })
  expect(wentTo(account)).toContain('Section → fields.section')
})

test('without a hierarchy, the section is what is called so', async () => {
  const { cases } = await read('ID,Title,Section,Suite ID', 'C1,Pay,Cart,S1')
  expect(cases[0]?.content.customFields['section']).toBe('Cart')
})

test('steps that are rows belong to the case above, whether its id is there again or not', async () => {
  const { cases, account } = await read(
    'ID,Title,Steps (Step),Steps (Expected Result),Labels',
    ',,lost,,',
    'C1,Pay,a,A,',
    'C1,,b,B,web',
    ',,c,,',
    ',,,C,',
    ',,,,late',
    'C2,Leave,,,',
    'C3,,x,,',
  )
  expect(
    cases.map(({ content: { name, steps, customFields } }) => ({ name, steps, tags: customFields['tags'] })),
  ).toEqual([
    { name: 'Pay', steps: [step('a', 'A'), step('b', 'B'), step('c'), step('', 'C')], tags: 'web' },
    { name: 'Leave', steps: [], tags: undefined },
  ])
  expect(account.unreadable).toMatchObject([
    { line: 2, reason: 'it has neither an id nor a title' },
    { line: 7, reason: 'it has neither an id nor a title' },
    { line: 9, reason: 'it has no name' },
  ])
})

test('what the rows of steps repeat is stored once, and what they say otherwise is kept', async () => {
  const { cases } = await read(
    'ID,Title,Section,Section Hierarchy,Preconditions,Labels,Steps (Step),Steps (Expected Result)',
    'C1,Pay,Cart,Shop > Cart,a user,web,a,A',
    'C1,,Cart,Shop > Cart,a user,web,b,B',
    ',,Cart,,an admin,app,c,C',
  )
  expect(cases.map(({ content }) => content)).toEqual([
    {
      name: 'Pay',
      preconditions: 'a user',
      steps: [step('a', 'A'), step('b', 'B'), step('c', 'C')],
      customFields: {
        section: 'Shop > Cart',
        tags: 'web',
        'tags (2)': 'app',
        Preconditions: 'an admin',
        source: 'testrail:C1',
      },
    },
  ])
})

test('steps in one text are parted by their numbers, and are one step where the other side is numbered otherwise', async () => {
  const { cases, account } = await read(
    'ID,Title,Section Depth,Steps,Expected Result',
    'C1,a,1,"1. Open\n2. Pay","1. shown\n2. paid"',
    'C2,b,1,"1. Open\n2. Pay",paid',
  )
  expect(cases.map(({ content }) => content.steps)).toEqual([
    [step('Open', 'shown'), step('Pay', 'paid')],
    [step('1. Open\n2. Pay', 'paid')],
  ])
  expect(account.notes).toEqual([
    {
      what: 'kept as one step, because its expectations are not numbered like its steps',
      count: 1,
      places: ['line 5 (testrail:C2)'],
    },
  ])
})

test('two texts called Steps, of two templates, are both kept', async () => {
  const { cases } = await read(
    'ID,Title,Steps,Steps,Steps (Step),Steps (Expected Result)',
    'C1,a,one,two,,',
    'C2,b,"a\nExpected Result:\nA",other,a,A',
  )
  expect(cases.map(({ content: { steps, customFields } }) => ({ steps, kept: customFields['steps'] }))).toEqual([
    { steps: [step('one\n\ntwo')], kept: undefined },
    { steps: [step('a', 'A')], kept: 'other' },
  ])
})

test('an expectation without a column of steps is a field', async () => {
  const { cases } = await read('ID,Title,Section Depth,Expected Result', 'C1,a,1,works')
  expect(cases[0]?.content).toMatchObject({ steps: [], customFields: { 'expected result': 'works' } })
})

test('images in the steps of further rows are counted as lost, too', async () => {
  const { account } = await read(
    'ID,Title,Section Hierarchy,Steps (Step),Steps (Expected Result)',
    'C1,Pay,Shop,![](index.php?/attachments/get/1),x',
    ',,,![](index.php?/attachments/get/2),![](index.php?/attachments/get/3)',
  )
  expect(account.losses).toEqual([expect.objectContaining({ what: 'image', count: 3 })])
})
