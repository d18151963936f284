import { describe, expect, test } from 'vitest'
import { readWhole } from '../reading.ts'

const run = (results: string, { definitions = '', summary = '' } = {}) =>
  `\ufeff<?xml version="1.0" encoding="utf-8"?>
<TestRun id="1" name="CI" xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"><Results>
${results}</Results><TestDefinitions>${definitions}</TestDefinitions>${summary}</TestRun>`
const result = (outcome: string, content = '', attributes = 'testName="Adds"') =>
  `<UnitTestResult testId="A1" ${attributes} duration="00:01:02.5" outcome="${outcome}">${content}</UnitTestResult>\n`
const error = (message: string, stack = '') =>
  `<Output><StdOut>noise</StdOut><ErrorInfo><Message>${message}</Message><StackTrace>${stack}</StackTrace></ErrorInfo></Output>`

describe('what an outcome comes to', () => {
  test.for<[string, string, boolean]>([
    ['Passed', 'passed', false],
    ['PassedButRunAborted', 'passed', false],
    ['Failed', 'failed', false],
    ['Error', 'failed', true],
    ['Timeout', 'failed', true],
    ['Aborted', 'failed', true],
    ['Disconnected', 'failed', true],
    ['InProgress', 'failed', true],
    ['NotExecuted', 'skipped', false],
    ['NotRunnable', 'skipped', false],
    ['Inconclusive', 'skipped', false],
    ['Pending', 'skipped', false],
    ['Warning', 'skipped', false],
  ])('%s: %s', async ([outcome, expected, isError]) => {
    const { outcomes } = await readWhole(run(result(outcome)))
    expect(outcomes).toMatchObject([{ name: 'Adds', result: expected, error: isError, seconds: 62.5, line: 3 }])
  })

  test('what is no verdict is dropped, and said', async () => {
    const xml = run(result('Passed') + result('Completed') + result('constructor'))
    expect(await readWhole(xml)).toMatchObject({
      cases: 3,
      dropped: [
        { name: 'Adds', line: 4, reason: 'the outcome "Completed" is neither passed, failed nor skipped' },
        { name: 'Adds', line: 5, reason: 'the outcome "constructor" is neither passed, failed nor skipped' },
      ],
    })
  })
})

test('a failure has its message and its stack; the output is not kept, and nothing of a passed test', async () => {
  const { outcomes } = await readWhole(run(result('Failed', error(' 1 &lt; 2 ', 'at A&#xD;\nat B')) + result('Passed', error('x'))))
  expect(outcomes.map(({ messages }) => messages)).toEqual([[{ message: '1 < 2', text: 'at A\r\nat B' }], []])
})

test('class, categories, properties and work items come from the definitions, which stand after the results', async () => {
  const definitions = `<UnitTest name="Adds" id="a1"><TestCategory><TestCategoryItem TestCategory="slow"/></TestCategory>
    <Properties><Property><Key>testctl</Key><Value>WEB-C2</Value></Property></Properties><Workitems><Workitem>77</Workitem></Workitems>
    <Execution id="e"/><TestMethod className="Shop.Cart, Shop.Tests, Version=1.0.0.0" name="Adds"/></UnitTest>`
  const xml = run(result('Passed', '', 'testName="Shop.Cart.Adds(1)"'), { definitions })
  expect((await readWhole(xml)).outcomes).toMatchObject([
    {
      name: 'Adds(1)',
      classname: 'Shop.Cart',
      properties: [
        { name: 'tag', value: 'slow' },
        { name: 'testctl', value: 'WEB-C2' },
        { name: 'workitem', value: '77' },
      ],
    },
  ])
})

describe('a data-driven test', () => {
  const rows = (outer: string, ...inner: string[]) =>
    run(result(outer, `<InnerResults>${inner.map((one, at) => result(one, '', `testName="Adds (Data Row ${at})"`)).join('')}</InnerResults>`))

  test('is its rows', async () => {
    expect((await readWhole(rows('Failed', 'Passed', 'Failed'))).outcomes).toMatchObject([
      { suite: ['Adds'], name: 'Adds (Data Row 0)', result: 'passed' },
      { suite: ['Adds'], name: 'Adds (Data Row 1)', result: 'failed' },
    ])
  })

  test('that failed, and none of its rows did, is a result as well', async () => {
    expect((await readWhole(rows('Failed', 'Passed'))).outcomes).toMatchObject([
      { name: 'Adds (Data Row 0)', result: 'passed' },
      { name: 'Adds', suite: [], result: 'failed' },
    ])
  })
})

test('a run that was cut off says that results may be missing; what repeats a failed test says nothing', async () => {
  const info = (text: string) => `<RunInfo outcome="Error"><Text>${text}</Text></RunInfo>`
  const summary = `<ResultSummary outcome="Failed"><RunInfos>${info('[xUnit.net 00:00:01]  Shop.Cart.Adds [FAIL]')}${info('The active test run was aborted. Reason: Test host process crashed\nmore')}</RunInfos></ResultSummary>`
  expect((await readWhole(run(result('Failed'), { summary }))).dropped).toMatchObject([
    { name: 'the run', reason: 'results may be missing: The active test run was aborted. Reason: Test host process crashed' },
  ])
  const aborted = '<ResultSummary outcome="Aborted"/>'
  expect((await readWhole(run(result('Passed'), { summary: aborted }))).dropped).toMatchObject([
    { reason: 'results may be missing: it ended as Aborted' },
  ])
})

test.for([
  ['Shop.Cart', 'Shop.Cart'],
  ['Shop.Cart, Shop, Version=1', 'Shop.Cart'],
  ['Shop.Of`1[[System.Int32, mscorlib]], Shop', 'Shop.Of`1[[System.Int32, mscorlib]]'],
  [' ', undefined],
])('the class of "%s" is %s', async ([written, classname]) => {
  const definitions = `<UnitTest id="A1"><TestMethod className="${written}"/></UnitTest>`
  expect((await readWhole(run(result('Passed'), { definitions }))).outcomes).toMatchObject([{ classname }])
})
