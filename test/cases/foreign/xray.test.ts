import { expect, test } from 'vitest'
import { readForeign, step, wentTo } from './reading.ts'

const read = (...tests: object[]) => readForeign(JSON.stringify({ tests }))
const only = async (testInfo: object) => {
  const { cases, account } = await read({ testKey: 'X-1', testInfo: { summary: 'a', ...testInfo } })
  return { ...cases[0]!.content, account }
}

test.each(['gherkin', 'definition', 'gherkin_def', 'unstructured', 'unstructured_def'])(
  'a test whose steps are a text (%s) has it as one step',
  async (name) => {
    const { steps, account } = await only({ [name]: 'Given a user\nWhen x' })
    expect(steps).toEqual([step('Given a user\nWhen x')])
    expect(wentTo(account)).toContain(`${name} → steps`)
  },
)

test('fields of a step are fields, and its attachments are lost', async () => {
  const steps = [
    { index: 1, id: 'i', action: 'Open', attachments: [{}, {}] },
    { action: 'Pay', result: 'paid', fields: 'slow' },
    { data: 'd' },
  ]
  const made = await only({ steps })
  expect(made.steps).toEqual([step('Open'), step('Pay', 'paid'), step('Test data: d')])
  expect(made.customFields).toEqual({ 'step 2: fields': 'slow', source: 'xray:X-1' })
  expect(made.account.losses).toEqual([
    { what: 'attachment', count: 2, places: ['line 1 (xray:X-1)', 'line 1 (xray:X-1)'] },
  ])
  expect(wentTo(made.account)).toContain('step: data → steps')
})

test.each([
  ['a user', 'a user'],
  [['a user', ' ', 'a card'], 'a user\n\na card'],
  [{ results: [{ jira: { key: 'P-1', summary: 'Users' }, definition: 'ana' }] }, 'P-1\nUsers\nana'],
  [[{ key: 'P-1', condition: 'ana' }, { key: 'P-2' }], 'P-1\nana\n\nP-2'],
  [[{ preconditionType: 'Manual' }, {}], '{"preconditionType":"Manual"}'],
])('what must be so before is a text, or tests of their own: %j', async (preconditions, text) => {
  const made = await only({ preconditions })
  expect(made.preconditions).toBe(text)
  expect(wentTo(made.account)).toContain('preconditions → preconditions')
})

test.each([
  [{ issueId: '1001', summary: 'a' }, 'xray:1001'],
  [{ issueId: '1001', jira: { key: 'X-4', summary: 'a' } }, 'xray:X-4'],
  [{ testtype: 'Manual', fields: { summary: 'a' }, testKey: 'X-5', issueId: '1' }, 'xray:X-5'],
  [{ testtype: 'Manual', fields: { summary: 'a' } }, 'xray:a'],
])('a test of %j comes from %s', async (one, source) => {
  const { cases } = await readForeign(JSON.stringify({ data: { getTests: { results: [one] } } }))
  expect(cases.map((found) => [found.source, found.content.name])).toEqual([[source, 'a']])
})

test('a list alone, and a folder that is a path', async () => {
  const one = { testtype: 'Manual', fields: { summary: 'a' }, xray_test_repository_folder: '/Web/ Cart /' }
  const { kind, cases } = await readForeign(JSON.stringify([one]))
  expect(kind).toBe('Xray JSON')
  expect(cases[0]?.content.customFields).toEqual({
    section: 'Web › Cart',
    testType: 'Manual',
    source: 'xray:Web › Cart › a',
  })
})
