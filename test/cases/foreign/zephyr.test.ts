import { expect, test } from 'vitest'
import { readForeign, step, wentTo } from './reading.ts'

const project = (inside: string): string => `<project>\n<testCases>\n${inside}</testCases></project>`
const read = (inside: string) => readForeign(project(`<testCase key="Z-1"><name>Pay</name>${inside}</testCase>`))
const only = async (inside: string) => (await read(inside)).cases[0]?.content
const steps = (...inside: string[]): string =>
  `<testScript type="steps"><steps>${inside.map((one) => `<step>${one}</step>`).join('\n')}</steps></testScript>`

test('a case has its folder, and what people wrote as Markdown', async () => {
  const text = `<project><folders><folder fullPath="Shop"/><folder fullPath="Shop/Cart"/></folders><testCases>
    <testCase id="77" key=" Z-1 "><name>Pay</name><folder>/Shop / Cart/</folder><labels><label>a</label><label>b</label></labels>
    <issues><issue><key>E-1</key><summary>slow</summary></issue></issues><priority>High</priority>
    <objective><![CDATA[so <b>that</b>]]></objective><precondition><![CDATA[one<br>two]]></precondition></testCase>
    <testCase id="78"><name>Leave</name></testCase></testCases></project>`
  const { kind, cases, account } = await readForeign(text)
  expect(kind).toBe('Zephyr Scale XML')
  expect(cases.map(({ content }) => content)).toEqual([
    {
      name: 'Pay',
      preconditions: 'one\ntwo',
      steps: [],
      customFields: {
        section: 'Shop › Cart',
        tags: 'a, b',
        references: 'E-1 slow',
        priority: 'High',
        objective: 'so **that**',
        source: 'zephyr:Z-1',
      },
    },
    { name: 'Leave', preconditions: '', steps: [], customFields: { source: 'zephyr:78' } },
  ])
  expect(account.others).toMatchObject([{ what: 'folder', count: 2 }])
  expect(wentTo(account).slice(0, 3)).toEqual(['key → source', 'name → name', 'precondition → preconditions'])
})

test('steps have their test data, and both sides are Markdown', async () => {
  const first = '<description>Open &lt;b&gt;it&lt;/b&gt;</description><testData>url</testData>'
  const second = '<description>Pay</description><expectedResult>&lt;i&gt;paid&lt;/i&gt;</expectedResult>'
  expect(await only(steps(first, second))).toMatchObject({
    steps: [step('Open **it**\n\nTest data: url'), step('Pay', '*paid*')],
    customFields: { 'script type': 'steps' },
  })
})

test('fields of a case and of a step are fields, by their names', async () => {
  const field = (name: string, value: string): string =>
    `<customField><name>${name}</name><value>${value}</value></customField>`
  const inStep = `<description>a</description><customFields>${field('Risk', 'low')}<customField>bare</customField></customFields>`
  const fields = `<customFields>${field('Team', '&lt;b&gt;x&lt;/b&gt;')}<customField name="Area">web</customField></customFields>`
  expect((await only(fields + steps('<description>b</description>', inStep)))?.customFields).toEqual({
    Team: '**x**',
    Area: 'web',
    'script type': 'steps',
    'step 2: Risk': 'low',
    'step 2: customField': 'bare',
    source: 'zephyr:Z-1',
  })
})

test('a script of BDD stays as it is, a plain one is Markdown; each is one step', async () => {
  const script = (type: string, text: string): string =>
    `<testScript type="${type}"><details><![CDATA[${text}]]></details></testScript>`
  expect(await only(script('BDD', 'When <b> is pressed'))).toMatchObject({
    steps: [step('When <b> is pressed')],
    customFields: { 'script type': 'BDD' },
  })
  expect(await only(script('plain', 'Press <b>it</b>'))).toMatchObject({ steps: [step('Press **it**')] })
})

test('a step that calls another case says which, and is told; a call without a name is lost', async () => {
  const { cases, account } = await read(
    steps('<testCaseKey>Z-9</testCaseKey>', '<expectedResult>e</expectedResult>', '<description/>'),
  )
  expect(cases[0]?.content.steps).toEqual([step('Z-9'), step('', 'e'), step('')])
  expect(account.notes).toEqual([
    { what: 'a step that calls another test case names it', count: 1, places: ['line 3 (zephyr:Z-1)'] },
  ])
  expect(account.losses).toEqual([{ what: 'unnamed test case call', count: 1, places: ['line 4 (zephyr:Z-1)'] }])
})

test('the rows of a case that is driven by data are a table, its parameters lines', async () => {
  const data = (name: string, value: string): string =>
    `<testData><name> ${name} </name><value> ${value} </value></testData>`
  const row = (...cells: string[]): string =>
    `<testDataRow><testDataColumns>${cells.join('')}</testDataColumns></testDataRow>`
  const rows = row(data('user', 'ana'), data('card', '4')) + row(data('card', '5'))
  const parameter = '<parameter><name> lang </name><defaultValue> en </defaultValue></parameter>'
  const parts = `<testDataWrapper>${rows}</testDataWrapper><parameters>${parameter}${parameter}</parameters>`
  expect((await only(parts))?.customFields).toEqual({
    testData: '| user | card |\n| --- | --- |\n| ana | 4 |\n|  | 5 |',
    parameters: 'lang: en\nlang: en',
    source: 'zephyr:Z-1',
  })
  expect((await only('<testDataWrapper/><parameters/>'))?.customFields).toEqual({ source: 'zephyr:Z-1' })
})

test('attachments are lost, and counted', async () => {
  const { account } = await read('<attachments><attachment/>\n<attachment/></attachments>')
  expect(account.losses).toEqual([{ what: 'attachment', count: 2, places: ['line 3', 'line 4'] }])
})

test('HTML that Markdown cannot hold stays HTML, and is told', async () => {
  const deep = `${'<div>'.repeat(300)}x${'</div>'.repeat(300)}`
  const { cases, account } = await read(`<objective><![CDATA[${deep}]]></objective>`)
  expect(cases[0]?.content.customFields['objective']).toBe(deep)
  expect(account.notes).toEqual([
    {
      what: 'kept as HTML, because Markdown would lose something',
      count: 1,
      places: ['line 3 (zephyr:Z-1), objective'],
    },
  ])
})

test('an attachment of a step is listed as lost', async () => {
  const { account } = await read(
    steps('<description>Pay</description><attachments>\n<attachment><name>a.png</name></attachment></attachments>'),
  )
  expect(account.losses).toEqual([{ what: 'attachment', count: 1, places: ['line 4'] }])
})
