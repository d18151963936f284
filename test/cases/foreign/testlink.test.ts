import { expect, test } from 'vitest'
import { readForeign, step, wentTo } from './reading.ts'

const read = (attributes: string, inside = '') =>
  readForeign(`<testsuite name="Shop">\n<testcase ${attributes}>${inside}</testcase></testsuite>`)
const only = async (attributes: string, inside = '') => (await read(attributes, inside)).cases[0]?.content

test('a case has the suites that it is in, outermost first, and every suite is counted', async () => {
  const text = `<testsuite name=""><testsuite name=" Shop "><testsuite name="Cart"><testcase name="a" internalid=" 4 ">
    <node_order>1</node_order></testcase></testsuite><testcase name="b" version="2"></testcase></testsuite></testsuite>`
  const { kind, cases, account } = await readForeign(text, { from: 'testlink' })
  expect(kind).toBe('TestLink XML')
  expect(cases.map(({ content }) => content.customFields)).toEqual([
    { section: 'Shop › Cart', node_order: '1', source: 'testlink:4' },
    { section: 'Shop', version: '2', source: 'testlink:Shop › b' },
  ])
  expect(account.others).toMatchObject([{ what: 'suite', count: 3 }])
})

test.each([
  ['name="a" internalid="4"', '<externalid>7</externalid>', 'testlink:4', 'internalid'],
  ['name="a" internalid=" "', '<externalid>7</externalid>', 'testlink:7', 'internalid'],
  ['name="a"', '<externalid> 7 </externalid>', 'testlink:7', 'externalid'],
  ['name="a"', '<externalid>7</externalid><fullexternalid>S-7</fullexternalid>', 'testlink:S-7', 'externalid'],
])('the id of a case <testcase %s>%s is %s', async (attributes, inside, source, from) => {
  const { cases, account } = await read(attributes, inside)
  expect(cases[0]?.source).toBe(source)
  expect(wentTo(account)).toContain(`${from} → source`)
})

test('steps are Markdown on both sides, and so is what must be so before', async () => {
  const inside = `<preconditions>&lt;p&gt;a &lt;b&gt;user&lt;/b&gt;&lt;/p&gt;</preconditions><steps>
    <step><step_number>1</step_number><actions>&lt;p&gt;Open&lt;/p&gt;</actions><expectedresults>shown</expectedresults></step>
    <step><actions>Pay</actions><expectedresults>&lt;i&gt;paid&lt;/i&gt;</expectedresults></step></steps>`
  const { cases, account } = await read('name="a"', inside)
  expect(cases[0]?.content).toMatchObject({
    preconditions: 'a **user**',
    steps: [step('Open', 'shown'), step('Pay', '*paid*')],
  })
  for (const from of ['actions', 'expectedresults']) expect(wentTo(account)).toContain(`${from} → steps`)
  expect(wentTo(account)).toContain('preconditions → preconditions')
})

test.each([
  ['<steps>&lt;p&gt;Open&lt;/p&gt;</steps><expectedresults>shown</expectedresults>', [step('Open', 'shown')]],
  ['<steps>Open</steps>', [step('Open')]],
  ['<expectedresults>shown</expectedresults>', [step('', 'shown')]],
  ['<steps> </steps><expectedresults/>', []],
])('the steps of old versions are one text: %s', async (inside, steps) => {
  expect((await only('name="a"', inside))?.steps).toEqual(steps)
})

test('numbers that stand for words are these words, others stay', async () => {
  const inside =
    '<importance> 1 </importance><execution_type>2</execution_type><executiontype>1</executiontype><status>1</status>'
  expect((await only('name="a"', inside))?.customFields).toEqual({
    section: 'Shop',
    priority: 'low',
    execution_type: 'automated',
    'execution_type (2)': 'manual',
    status: '1',
    source: 'testlink:Shop › a',
  })
  expect((await only('name="a"', '<importance>9</importance>'))?.customFields['priority']).toBe('9')
})

test('keywords, requirements and fields without a name or a title', async () => {
  const inside = `<keywords><keyword/><keyword name="a"/></keywords><requirements><requirement><title>t</title></requirement>
    <requirement/></requirements><custom_fields><custom_field><value>v</value></custom_field></custom_fields>
    <relations><relation><type>1</type><source>S-1</source></relation></relations>`
  expect((await only('name="a"', inside))?.customFields).toMatchObject({
    tags: 'a',
    references: 't',
    custom_field: 'v',
    relations: '1\nS-1',
  })
})

test('a case without a name is unreadable, by its line', async () => {
  const { cases, account } = await read('internalid="4"')
  expect(cases).toEqual([])
  expect(account.unreadable).toEqual([{ line: 2, reason: 'it has no name', name: '4' }])
})

test('what a suite has of its own is listed as lost: a case has no place for it', async () => {
  const { cases, account } =
    await readForeign(`<testsuite name=""><testsuite name="Shop"><details><![CDATA[<p>all of it</p>]]></details>
<custom_fields><custom_field><name>owner</name><value>ana</value></custom_field><custom_field><name>empty</name><value></value></custom_field></custom_fields>
<keywords><keyword name="slow"><notes>at night</notes></keyword></keywords>
<attachments><attachment><name>plan.pdf</name></attachment></attachments>
<testcase internalid="5" name="Pay"><custom_fields><custom_field><name>area</name><value>web</value></custom_field></custom_fields></testcase></testsuite></testsuite>`)
  expect(cases).toMatchObject([{ content: { name: 'Pay', customFields: { area: 'web' } } }])
  expect(account.losses).toEqual([
    { what: 'suite description', count: 1, places: ['line 1'] },
    { what: 'suite custom field', count: 1, places: ['line 2'] },
    { what: 'suite keyword', count: 1, places: ['line 3'] },
    { what: 'suite attachment', count: 1, places: ['line 4'] },
  ])
})
