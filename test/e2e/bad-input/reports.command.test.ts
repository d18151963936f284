import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toldBy } from '../problem.ts'
import { createWorld } from '../../helpers/world.ts'
import { type Failing, openFailing, key } from './failing.ts'

// RELIABILITY 13

let there: Failing
beforeAll(async () => {
  there = await openFailing(await createWorld())
})
afterAll(() => there.close())

describe('a report that', () => {
  const malformed = '<testsuites>\n<testsuite name="a">\n<testcase name="b">\n</testsuite>'
  const entity =
    '<!DOCTYPE testsuites [<!ENTITY a SYSTEM "file:///etc/passwd">]><testsuites><testcase name="&a;"/></testsuites>'
  test.each<[what: string, content: string, error: RegExp, next: RegExp]>([
    [
      'is no XML',
      'all tests passed\n',
      /is not a test report that testctl reads: it begins with "all tests passed/,
      /JUnit XML/,
    ],
    [
      'is a zip, as a downloaded artifact is',
      'PK\u0003\u0004\u0014',
      /^report.xml is compressed/,
      /unpack it with unzip/,
    ],
    [
      'is a blob report of Playwright, packed',
      `PK\u0003\u0004\u0014${'\0'.repeat(25)}resources/69cced5fa0f6a3c91efb4a4d7c1823957348e36c.md`,
      /^report.xml is a blob report of Playwright/,
      /npx playwright merge-reports --reporter=json/,
    ],
    [
      'is a blob report of Playwright, unpacked',
      '{"method":"onBlobReportMetadata","params":{"version":2}}\n',
      /^report.xml is a blob report of Playwright/,
      /npx playwright merge-reports --reporter=json/,
    ],
    ['is other XML', '<html><body/></html>', /it begins with <html>/, /JUnit XML/],
    ['is malformed', malformed, /^report.xml is not well-formed XML: line 4, column \d+: /, /nothing has been sent/],
    [
      'is cut off',
      '<testsuites>\n<testsuite name="a">\n<testcase name="b"/>',
      /line 3.*the file ends inside <testsuite>/,
      /cut off/,
    ],
    ['has a DOCTYPE', entity, /has a DOCTYPE in line 1/, /remove it/],
    ['is empty', '', /is empty/, /did the test run get to its end/],
    [
      'has no cases',
      '<testsuites><testsuite name="a" tests="0"/></testsuites>',
      /has no test in it/,
      /did the test run find its tests/,
    ],
  ])('%s is refused, and nothing is sent', async (_, content, error, next) => {
    await writeFile(join(there.world.folder, 'report.xml'), content)
    await writeFile(join(there.world.folder, 'good.xml'), '<testsuites><testcase name="Login works"/></testsuites>')
    const env = { TESTCTL_URL: there.remote.url, TESTCTL_API_KEY: key }
    // Not with a report that has no tests: beside others it is skipped and named, and does not fail.
    for (const files of ['report.xml', ...(content.includes('tests="0"') ? [] : ['good.xml report.xml'])]) {
      there.remote.requests.length = 0
      const told = await there.fails(`testctl runs submit ${files} --run WEB-R1`, { env })
      expect(told).toMatchObject({
        exitCode: 2,
        error: expect.stringMatching(error),
        next: expect.stringMatching(next),
      })
      expect(there.remote.requests).toEqual([])
    }
  })

  test('is not there, or is a folder', async () => {
    expect(await there.fails('testctl runs submit absent.xml --run WEB-R1')).toMatchObject({
      exitCode: 2,
      error: 'there is no file absent.xml',
    })
    expect(await there.fails('testctl runs submit . --run WEB-R1')).toMatchObject({
      exitCode: 2,
      error: '. is a folder, not a report',
    })
  })
})

describe('NDJSON with bad lines', () => {
  const lines = [
    '{"test":"WEB-T8","result":"passed"}',
    '{"test":"WEB-T9","result":"pased"}',
    '',
    '{"test":"WEB-T10","result":"passed"',
    '{"result":"passed"}',
    '[]',
    '{"test":"WEB-T11","status":"passed"}',
    '{"test":"WEB-T12","result":"passed"}',
  ].join('\n')

  test('is refused as a whole: each bad line is named by its number, and nothing is sent', async () => {
    await writeFile(join(there.world.folder, 'bad.ndjson'), lines)
    const before = await results()
    for (const [line, name] of [
      ['testctl tests set --from bad.ndjson', 'bad.ndjson'],
      ['testctl tests set --from -', 'stdin'],
    ] as const) {
      const told = await there.fails(line, { stdin: lines })
      expect(told).toMatchObject({ exitCode: 2, error: '5 lines cannot be read; nothing was sent' })
      expect(told.issues.map((issue) => issue.split(': ')[0])).toEqual([2, 4, 5, 6, 7].map((at) => `${name}:${at}`))
      expect(told.next).toContain('{"test":"WEB-T1","result":"passed"')
    }
    expect(await results()).toBe(before)
  })

  test('a test that is not there costs none of the others', async () => {
    const stdin = '{"test":"WEB-T8","result":"passed"}\n{"test":"WEB-T999","result":"passed"}\n'
    const told = toldBy(await there.world.type('testctl tests set --from -', { stdin }), 'WEB-T8\n')
    expect(told).toMatchObject({ exitCode: 7, issues: ['WEB-T999: there is no test WEB-T999'] })
  })

  test('a file that is not there', async () => {
    const told = await there.fails('testctl tests set --from absent.ndjson')
    expect(told).toMatchObject({ exitCode: 2, error: 'there is no file absent.ndjson' })
  })

  const results = async () => (await there.world.type('testctl tests list WEB-R7 --columns identifier,result')).stdout
})
