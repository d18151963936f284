import { describe, expect, test } from 'vitest'
import { readWhole } from '../reading.ts'

describe('CTest', () => {
  const site = (tests: string) => `<Site BuildName="b"><Testing><TestList><Test>./a</Test></TestList>\n${tests}</Testing></Site>`
  const measured = (name: string, value: string) => `<NamedMeasurement type="text/string" name="${name}"><Value>${value}</Value></NamedMeasurement>`
  const one = (status: string, results: string, path = '.') =>
    `<Test Status="${status}"><Name>pays</Name><Path>${path}</Path><Results>${measured('Execution Time', '0.5')}${results}</Results><Labels><Label>slow</Label></Labels></Test>`

  test.for<[string, string, string, object]>([
    ['passed', 'passed', '<Measurement><Value>out</Value></Measurement>', { result: 'passed', messages: [] }],
    ['failed', 'failed', `${measured('Exit Code', 'Failed')}${measured('Exit Value', '1')}<Measurement><Value>10 is not 9\n</Value></Measurement>`, { result: 'failed', error: false, messages: [{ message: 'Failed (exit value 1)', text: '10 is not 9' }] }],
    ['timed out', 'failed', measured('Exit Code', 'Timeout'), { result: 'failed', error: true, messages: [{ message: 'Timeout' }] }],
    ['disabled', 'notrun', measured('Completion Status', 'Disabled'), { result: 'skipped', messages: [{ message: 'Disabled' }] }],
    ['skipped by its exit code', 'notrun', measured('Completion Status', 'SKIP_RETURN_CODE=77'), { result: 'skipped' }],
    ['not there', 'notrun', measured('Completion Status', 'Unable to find executable'), { result: 'failed', error: true, messages: [{ message: 'Unable to find executable' }] }],
  ])('%s', async ([, status, results, expected]) => {
    expect((await readWhole(site(one(status, results)))).outcomes).toMatchObject([{ name: 'pays', suite: [], seconds: 0.5, line: 2, properties: [{ name: 'tag', value: 'slow' }], ...expected }])
  })

  test('a test of a folder stands in it; compressed output is no text; an unknown status is dropped', async () => {
    const { outcomes, dropped } = await readWhole(site(one('failed', '<Measurement><Value encoding="base64" compression="gzip">eJwr</Value></Measurement>', './sub') + one('odd', '')))
    expect(outcomes).toMatchObject([{ suite: ['sub'], messages: [] }])
    expect(dropped).toMatchObject([{ name: 'pays', reason: 'the status "odd" is neither passed, failed nor skipped' }])
  })

  test('a site of a build is no report', async () => {
    await expect(readWhole('<Site><Build><Error/></Build></Site>')).rejects.toMatchObject({ message: /begins with <Site>/ })
  })
})

describe('SonarQube', () => {
  const report = (content: string, root = 'testExecutions') => `<${root} version="1"><file path="a.js"><testCase name="cart - pays" duration="1500">${content}</testCase></file></${root}>`

  test.for<[string, string, object]>([
    ['passed', '', { result: 'passed' }],
    ['failed', '<failure message="m"> at a </failure>', { result: 'failed', error: false, messages: [{ message: 'm', text: 'at a' }] }],
    ['an error', '<error message="m"/>', { result: 'failed', error: true }],
    ['skipped', '<skipped message="later"/>', { result: 'skipped', messages: [{ message: 'later' }] }],
  ])('%s', async ([, content, expected]) => {
    for (const root of ['testExecutions', 'unitTest'])
      expect((await readWhole(report(content, root))).outcomes).toMatchObject([{ name: 'cart - pays', suite: [], file: 'a.js', seconds: 1.5, ...expected }])
  })
})
