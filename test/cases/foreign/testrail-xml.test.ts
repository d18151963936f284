import { expect, test } from 'vitest'
import { readForeign, step, wentTo } from './reading.ts'

const contentsOf = async (text: string) => (await readForeign(text)).cases.map(({ content }) => content)

const suite = (inside: string): string => `<suite><id>S1</id><name> Shop </name><description/>${inside}</suite>`
const section = (name: string, inside: string): string =>
  `<sections><section><name> ${name} </name><description/>${inside}</section></sections>`
const only = async (inside: string) => (await contentsOf(`<sections><case>${inside}</case></sections>`))[0]

test('a case has the sections that it is in, outermost first, its suite and its fields', async () => {
  const inner = section('Cards', '<cases><case><id>C2</id><title>Pay</title><priority>High</priority></case></cases>')
  const first = '<cases><case><id> C1 </id><title>Look</title><estimate/></case></cases>'
  const text = suite(
    `${section('Cart', first + inner)}${section('Account', '<cases><case><title>Leave</title></case></cases>')}`,
  )
  const { kind, cases, account } = await readForeign(text)
  expect(kind).toBe('TestRail XML')
  expect(cases.map(({ content }) => content)).toEqual([
    {
      name: 'Look',
      preconditions: '',
      steps: [],
      customFields: { section: 'Cart', suite: 'Shop', source: 'testrail:C1' },
    },
    {
      name: 'Pay',
      preconditions: '',
      steps: [],
      customFields: { section: 'Cart › Cards', suite: 'Shop', priority: 'High', source: 'testrail:C2' },
    },
    {
      name: 'Leave',
      preconditions: '',
      steps: [],
      customFields: { section: 'Account', suite: 'Shop', source: 'testrail:Account › Leave' },
    },
  ])
  expect(account.others).toMatchObject([{ what: 'section', count: 3 }])
  expect(account.losses).toEqual([])
})

test('what a suite and a section say about themselves is lost, and told', async () => {
  const text = `<suite>\n<name>S</name>\n<description>all of it</description>\n<sections><section><name>N</name>
<description>some of it</description><cases><case><title>a</title></case></cases></section></sections></suite>`
  expect((await readForeign(text)).account.losses).toEqual([
    { what: 'suite description', count: 1, places: ['line 3'] },
    { what: 'section description', count: 1, places: ['line 5'] },
  ])
})

test('steps that are separated keep what is said of each, and where it is from', async () => {
  const steps = `<step><index>1</index><content> Open </content><expected>shown</expected></step>
    <step><index>2</index><content>Pay</content><additional_info> by card </additional_info><refs> R-1 </refs></step>
    <step><index>3</index><additional_info>alone</additional_info><shared_step_id>7</shared_step_id></step>`
  const { cases, account } = await readForeign(
    `<sections><case><title>t</title><custom><steps_separated>${steps}</steps_separated></custom></case></sections>`,
  )
  expect(cases[0]?.content).toMatchObject({
    steps: [step('Open', 'shown'), step('Pay\n\nby card\n\nReferences: R-1'), step('alone')],
    customFields: { 'step 3: shared_step_id': '7' },
  })
  expect(wentTo(account)).toEqual([
    'title → name',
    'step: content → steps',
    'step: expected → steps',
    'step: additional_info → steps',
    'step: refs → steps',
    'step 3: shared_step_id → fields.step 3: shared_step_id',
  ])
})

test('steps that are texts are parted by their numbers, on both sides', async () => {
  const texts = '<preconds>a user</preconds><steps>1. Open\n2. Pay</steps><expected>1. shown\n2. paid</expected>'
  expect(await only(`<title>t</title><custom>${texts}</custom>`)).toMatchObject({
    preconditions: 'a user',
    steps: [step('Open', 'shown'), step('Pay', 'paid')],
  })
})

test('numbers on one side alone leave one step, which is told by its case', async () => {
  const texts = '<steps>1. Open\n2. Pay</steps><expected>it works</expected>'
  const { cases, account } = await readForeign(
    `<sections>\n<case><id>C9</id><title>t</title><custom>${texts}</custom></case></sections>`,
  )
  expect(cases[0]?.content.steps).toEqual([step('1. Open\n2. Pay', 'it works')])
  expect(account.notes).toEqual([
    {
      what: 'kept as one step, because its expectations are not numbered like its steps',
      count: 1,
      places: ['line 2 (testrail:C9)'],
    },
  ])
})

test('the value of a choice is its text; several are a list', async () => {
  const custom = `<automation><id>6</id><value> Manual </value></automation><goals>fast</goals>
    <browsers><item><id>1</id><value>Firefox</value></item><item><id>2</id><value>Chrome</value></item></browsers>
    <labels><label>a</label><label>b</label></labels>`
  expect((await only(`<title>t</title><type>Other</type><custom>${custom}</custom>`))?.customFields).toEqual({
    type: 'Other',
    automation: 'Manual',
    goals: 'fast',
    browsers: 'Firefox, Chrome',
    labels: 'a, b',
    source: 'testrail:t',
  })
})
