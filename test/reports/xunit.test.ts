import { describe, expect, test } from 'vitest'
import { readWhole } from './reading.ts'

const assembly = (content: string, errors = '') =>
  `<assemblies schema-version="3"><assembly name="/ci/Shop.Tests.dll" total="1">${errors}
<collection name="Test collection for Shop.Cart">${content}</collection></assembly></assemblies>`
const one = (result: string, content = '') =>
  `<test name="Shop.Cart.Adds(n: 1)" type="Shop.Cart" method="Adds" time="0.25" result="${result}" source-file="Cart.cs">${content}</test>\n`

describe('what a result comes to', () => {
  test.for([
    ['Pass', 'passed'],
    ['Fail', 'failed'],
    ['Skip', 'skipped'],
    ['NotRun', 'skipped'],
  ])('%s: %s', async ([result, expected]) => {
    expect((await readWhole(assembly(one(result!)))).outcomes).toMatchObject([
      { name: 'Adds(n: 1)', classname: 'Shop.Cart', file: 'Cart.cs', suite: [], result: expected, seconds: 0.25, line: 2 },
    ])
  })

  test('what is none is dropped, and said', async () => {
    expect(await readWhole(assembly(one('Pass') + one('Maybe')))).toMatchObject({
      cases: 2,
      dropped: [{ name: 'Shop.Cart.Adds(n: 1)', line: 3, reason: 'the result "Maybe" is neither passed, failed nor skipped' }],
    })
  })
})

test('traits, the failure, and why a test was skipped are kept, each with its own test', async () => {
  const traits = '<traits><trait name="Category" value="slow"/><trait name="test_id" value="WEB-C1"/></traits>'
  const failure =
    '<failure exception-type="Xunit.Sdk.EqualException"><message><![CDATA[1 <> 2]]></message><stack-trace>at A</stack-trace></failure>'
  const xml = assembly(one('Fail', traits + failure) + one('Skip', '<reason>no scales</reason>') + one('Pass', '<output>x</output>'))
  expect((await readWhole(xml)).outcomes).toMatchObject([
    {
      messages: [{ message: '1 <> 2', type: 'Xunit.Sdk.EqualException', text: 'at A' }],
      properties: [
        { name: 'tag', value: 'slow' },
        { name: 'test_id', value: 'WEB-C1' },
      ],
    },
    { messages: [{ message: 'no scales', text: '' }], properties: [] },
    { messages: [], properties: [] },
  ])
})

test('what failed outside of a test is dropped, and said', async () => {
  const errors =
    '<errors><error type="test-class-cleanup" name="Shop.Cart"><failure><message>no power\nat all</message></failure></error></errors>'
  expect(await readWhole(assembly(one('Pass'), errors))).toMatchObject({
    cases: 1,
    passed: 1,
    dropped: [{ name: 'Shop.Cart', line: 1, reason: 'failed outside of its tests (test-class-cleanup): no power' }],
  })
})

test('version 1, of one assembly', async () => {
  const xml = `<assembly name="a.dll"><class name="Shop.Cart"><failure exception-type="E"><message>fixture</message></failure>${one('Skip', '<reason><message>later</message></reason>')}</class></assembly>`
  expect(await readWhole(xml)).toMatchObject({
    format: 'xUnit.net XML',
    outcomes: [{ name: 'Adds(n: 1)', result: 'skipped', messages: [{ message: 'later' }] }],
    dropped: [{ name: 'Shop.Cart', reason: 'failed outside of its tests: fixture' }],
  })
})
