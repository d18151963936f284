import { describe, expect, test } from 'vitest'
import { readForeign, step } from './reading.ts'

const contentsOf = async (text: string) => (await readForeign(text)).cases.map(({ content }) => content)

describe('Azure Test Plans', () => {
  const header = 'ID,Work Item Type,Title,Test Step,Step Action,Step Expected,Area Path,State,Tags'
  const expected = [
    {
      name: 'Login',
      preconditions: '',
      steps: [step('Open', 'shown'), step('Enter')],
      customFields: { type: 'Test Case', section: 'Shop\\Web', State: 'Design', Tags: 'a; b', source: 'azure:12' },
    },
    { name: 'Logout', preconditions: '', steps: [], customFields: { type: 'Test Case', source: 'azure:13' } },
  ]
  test.each([
    [
      'a row the case, then a row a step',
      '12,Test Case,Login,,,,Shop\\Web,Design,a; b\n,,,1,Open,shown,,,\n,,,2,Enter,,,,',
    ],
    ['the first step on the row of the case', '12,Test Case,Login,1,Open,shown,Shop\\Web,Design,a; b\n,,,2,Enter,,,,'],
    [
      'the first step twice',
      '12,Test Case,Login,1,Open,shown,Shop\\Web,Design,a; b\n,,,1,Open,shown,,,\n,,,2,Enter,,,,',
    ],
  ])('%s', async (_, rows) =>
    expect(await contentsOf(`${header}\n${rows}\n13,Test Case,Logout,,,,,,`)).toEqual(expected),
  )

  test('an area that the rows of steps repeat is stored once, and another one is kept', async () => {
    const rows =
      '12,Test Case,Login,,,,Web,Design,\n,,,1,Open,shown,Web,Design,\n,,,2,Enter,,Shop,,\n,,,3,Leave,,Shop,,'
    const [made] = await contentsOf(`${header}\n${rows}`)
    expect(made?.steps).toHaveLength(3)
    const fields = { type: 'Test Case', section: 'Web', State: 'Design', 'Area Path': 'Shop', source: 'azure:12' }
    expect(made?.customFields).toEqual(fields)
  })

  test('other cells of a row without a step are kept', async () => {
    const rows = '12,Test Case,Login,,,,Web,Design,\n,,,1,Open,shown,,,\n,,,,,,,,slow\n,,,,,,,,'
    const [made] = await contentsOf(`${header}\n${rows}`)
    expect(made?.steps).toEqual([step('Open', 'shown')])
    const fields = { type: 'Test Case', section: 'Web', State: 'Design', Tags: 'slow', source: 'azure:12' }
    expect(made?.customFields).toEqual(fields)
  })

  test('shared steps are no cases, and a step of no case is told', async () => {
    const rows = ',,,1,lost,,,,\n5,Shared Steps,Sign in,,,,,,\n,,,1,Open,,,,\n6,Test Case,A,,,,,,'
    const { cases, account } = await readForeign(`${header}\n${rows}`)
    expect(cases.map(({ source }) => source)).toEqual(['azure:6'])
    expect(account.unreadable).toMatchObject([{ line: 2, reason: 'it is a step of no case' }])
    expect(account.others.map(({ what, count }) => [what, count])).toEqual([['shared steps', 1]])
    expect(account.losses).toEqual([{ what: 'shared step', count: 1, places: ['line 4 (Sign in)'] }])
  })
})

describe('Xray', () => {
  test('its own JSON', async () => {
    const steps = [{ index: 1, action: 'Open', data: 'url', result: 'shown' }]
    const testInfo = {
      summary: 'Login',
      description: 'd',
      labels: ['a', 'b'],
      priority: 'High',
      testType: 'Manual',
      steps,
      preconditions: [],
    }
    expect(await contentsOf(JSON.stringify({ tests: [{ testKey: 'X-1', testInfo }] }))).toEqual([
      {
        name: 'Login',
        preconditions: '',
        steps: [step('Open\n\nTest data: url', 'shown')],
        customFields: { description: 'd', tags: 'a, b', priority: 'High', testType: 'Manual', source: 'xray:X-1' },
      },
    ])
  })

  test('the answer of its GraphQL', async () => {
    const results = [
      {
        issueId: '1001',
        jira: { key: 'X-2', summary: 'Logout' },
        folder: { path: '/Web/Account' },
        steps: [{ action: 'Click', data: null, result: 'gone' }],
        preconditions: { results: [{ jira: { key: 'X-9' }, definition: 'A user' }] },
      },
    ]
    expect(await contentsOf(JSON.stringify({ data: { getExpandedTests: { results } } }))).toEqual([
      {
        name: 'Logout',
        preconditions: 'X-9\nA user',
        steps: [step('Click', 'gone')],
        customFields: { section: 'Web › Account', issueId: '1001', source: 'xray:X-2' },
      },
    ])
  })
})

test('a JSON of Qase: suites in suites, steps in steps, test data', async () => {
  const inner = { action: 'b', expected_result: 'B', data: 'x\ny', steps: [] }
  const cases = [
    {
      id: 3,
      title: 'Pay',
      preconditions: 'p',
      priority: 'high',
      steps: [{ position: 1, action: 'a', steps: [inner] }],
    },
  ]
  const text = JSON.stringify({ suites: [{ title: 'Shop', suites: [{ title: 'Cart', cases }], cases: [] }] })
  const { cases: read, account } = await readForeign(text)
  expect(read.map(({ content }) => content)).toEqual([
    {
      name: 'Pay',
      preconditions: 'p',
      steps: [step('a'), step('b\n\nTest data:\nx\ny', 'B')],
      customFields: { section: 'Shop › Cart', priority: 'high', source: 'qase:3' },
    },
  ])
  expect(account.notes[0]?.what).toBe('nested steps are listed one after the other')
})

test('a CSV of Qase: steps as JSON writes texts, suites with parents', async () => {
  const rows = [
    'v2.id,title,preconditions,steps_actions,steps_result,steps_data,suite_id,suite_parent_id,suite,suite_without_cases',
    ',,,,,,1,,Shop,1',
    ',,,,,,2,1,Cart,1',
    '7,Pay,,"1. ""say \\""hi\\""\\nnow""\n2. ""b""\n","1. ""A""\n2. """"\n","1. """"\n2. ""d""\n",2,1,Cart,',
  ]
  const { cases, account } = await readForeign(rows.join('\n'))
  expect(cases[0]?.content).toMatchObject({
    steps: [step('say "hi"\nnow', 'A'), step('b\n\nTest data: d')],
    customFields: { section: 'Shop › Cart', source: 'qase:7' },
  })
  expect(account.others).toMatchObject([{ what: 'suite', count: 2 }])
})

test('a CSV of Qase whose rows were sorted: a suite is known although its row comes behind', async () => {
  const rows = [
    'v2.id,title,suite_id,suite_parent_id,suite,suite_without_cases',
    '7,Pay,2,,Cart,',
    ',,2,1,Cart,1',
    '8,Leave,1,,Shop,',
    ',,1,,Shop,1',
    '9,Return,2,,Cart,',
  ]
  const { cases } = await readForeign(rows.join('\n'))
  expect(cases.map(({ content }) => content.customFields['section'])).toEqual(['Shop › Cart', 'Shop', 'Shop › Cart'])
})

describe('TestRail', () => {
  const header = 'ID,Title,Section Hierarchy,Steps,Steps (Expected Result),Steps (Step)'
  test('joined steps are parted where there is one way to do it', async () => {
    const row = '"a\nExpected Result:\nA1\nA2\nb\nExpected Result:\nB","A1\nA2\nB","a\nb"'
    const [read] = await contentsOf(`${header}\nC1,x,S,${row}`)
    expect(read?.steps).toEqual([step('a', 'A1\nA2'), step('b', 'B')])
  })

  test('joined steps that can be parted in two ways stay one', async () => {
    const row = '"a\nExpected Result:\nx\nx\nx\nExpected Result:\nB","x\nx\nB","a\nx\nx"'
    const { cases, account } = await readForeign(`${header}\nC1,x,S,${row}`)
    expect(cases[0]?.content.steps).toHaveLength(1)
    expect(account.notes).toHaveLength(1)
  })

  test('steps that are rows belong to the case above', async () => {
    const [read] = await contentsOf(`${header}\nC1,x,S,,A,a\n,,,,B,b\n,,,,,c\nC2,y,S,,,`)
    expect(read?.steps).toEqual([step('a', 'A'), step('b', 'B'), step('c')])
  })
})

test('keywords, requirements and custom fields of TestLink', async () => {
  const text = `<testsuite name="Shop"><details>&lt;p&gt;d&lt;/p&gt;</details><testcase internalid="5" name="Pay"><summary>&lt;p&gt;s&lt;/p&gt;</summary><importance>3</importance>
    <keywords><keyword name="a"><notes/></keyword><keyword name="b"/></keywords>
    <requirements><requirement><doc_id>R1</doc_id><title>t</title></requirement></requirements>
    <custom_fields><custom_field><name>Owner</name><value>ana</value></custom_field></custom_fields>
    <attachments><attachment/><attachment/></attachments></testcase></testsuite>`
  const { cases, account } = await readForeign(text)
  expect(cases[0]?.content.customFields).toEqual({
    section: 'Shop',
    summary: 's',
    priority: 'high',
    tags: 'a, b',
    references: 'R1 t',
    Owner: 'ana',
    source: 'testlink:5',
  })
  expect(account.losses).toMatchObject([
    { what: 'suite description', count: 1, places: ['line 1'] },
    { what: 'attachment', count: 2 },
  ])
})
