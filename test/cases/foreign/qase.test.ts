import { describe, expect, test } from 'vitest'
import { readForeign, step, wentTo } from './reading.ts'

describe('JSON', () => {
  const read = (suites: object[]) => readForeign(JSON.stringify({ suites }))
  const only = async (one: object) => {
    const { cases, account } = await read([{ title: 'Shop', cases: [{ id: 3, title: 'Pay', ...one }] }])
    return { ...cases[0]!.content, account }
  }

  test('what suites say about themselves is lost, and told by where they are', async () => {
    const inner = { title: 'Cart', preconditions: 'b', cases: [] }
    const { account } = await read([{ title: 'Shop', description: 'a', cases: [], suites: [inner] }, { cases: [] }])
    expect(account.losses).toEqual([
      { what: 'suite description', count: 1, places: ['line 1 (suite Shop)'] },
      { what: 'suite precondition', count: 1, places: ['line 1 (suite Shop › Cart)'] },
    ])
  })

  test('fields have the name that there is, and attachments are lost', async () => {
    const custom_fields = [
      { id: 'f1', title: 'Team', name: 'team', value: 'web' },
      { id: 'f2', name: 'risk', value: ['a', 'b'] },
      { id: 'f3', value: 1 },
      { value: 'x' },
    ]
    const steps = [{ action: 'Open', attachments: [{}] }, { expected_result: 'paid', input_data: 'd' }, 'no step']
    const made = await only({ custom_fields, attachments: [{}, {}], steps, severity: 'low' })
    expect(made.steps).toEqual([step('Open'), step('Test data: d', 'paid')])
    expect(made.customFields).toEqual({
      section: 'Shop',
      severity: 'low',
      Team: 'web',
      risk: 'a, b',
      f3: '1',
      custom_fields: 'x',
      source: 'qase:3',
    })
    expect(made.account.losses).toMatchObject([{ what: 'attachment', count: 3 }])
    expect(wentTo(made.account)).toContain('title → name')
  })
})

describe('CSV', () => {
  const header = 'id,title,steps_actions,steps_result,steps_data,suite_id,suite_parent_id,suite,suite_without_cases'
  const read = (...rows: string[]) => readForeign([header, ...rows].join('\n'))
  const stepsOf = async (...cells: string[]) => {
    const { cases, account } = await read(
      `7,Pay,${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')},,,,`,
    )
    return { steps: cases[0]!.content.steps, notes: account.notes }
  }

  test('a numbered text is a step a number, with the lines that follow it', async () => {
    expect(await stepsOf('1. Open\nthe shop\n2. Pay\n', '1. shown\n2. ', '1. \n2. d')).toEqual({
      steps: [step('Open\nthe shop', 'shown'), step('Pay\n\nTest data: d')],
      notes: [],
    })
  })

  test.each([
    ['Open\n1. Pay', '', ''],
    ['1. Open\n2. Pay', '1. shown', ''],
    ['1. Open', '', 'a\nb'],
    ['', '1. shown', ''],
  ])('where the numbers are not certain, all of it is one step: %j, %j, %j', async (actions, results, data) => {
    const { steps, notes } = await stepsOf(actions, results, data)
    expect(steps).toEqual([step([actions, data && `Test data:\n${data}`].filter(Boolean).join('\n\n'), results)])
    expect(notes).toEqual([
      { what: 'kept as one step, because its numbers are not certain', count: 1, places: ['line 2 (qase:7)'] },
    ])
  })

  test('no text is no step', async () => {
    expect(await stepsOf(' ', '', '')).toEqual({ steps: [], notes: [] })
  })

  test('a row with neither an id nor a title is a suite, or cannot be read', async () => {
    const { cases, account } = await read(',,,,,1,,Shop,1', ',,,,,,,,1', ',,x,,,,,,', ',Pay,,,,1,,Shop,')
    expect(cases.map(({ content }) => content.customFields)).toEqual([{ section: 'Shop', source: 'qase:Shop › Pay' }])
    expect(account.others).toMatchObject([{ what: 'suite', count: 2 }])
    expect(account.unreadable).toEqual([{ line: 4, reason: 'it has neither an id nor a title' }])
  })

  test('suites that are in each other end, and one that is not known has its name alone', async () => {
    const { cases } = await read(',,,,,1,2,A,1', ',,,,,2,1,B,1', '7,x,,,,1,2,A,', '8,y,,,,9,8,C,', '9,z,,,,,,D,')
    expect(cases.map(({ content }) => content.customFields['section'])).toEqual(['B › A', 'C', 'D'])
  })
})
