import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { harmIn } from '../../../src/reports/xml/doctype.ts'
import { readWhole } from '../reading.ts'

const whole = '<testsuite name="s"><testcase name="a"/></testsuite>'

describe('a DOCTYPE that changes nothing is skipped', () => {
  test.for([
    ['a name', '<!DOCTYPE testsuite>'],
    ['another name than the root has', '<!DOCTYPE foo>'],
    ['elements', '<!DOCTYPE testsuite [<!ELEMENT testsuite (testcase*)><!-- > ]> --><!ATTLIST testcase name CDATA #REQUIRED>]>'],
  ])('%s', async ([, doctype]) => {
    expect(await readWhole(`<?xml version="1.0"?>\n${doctype}\n${whole}`)).toMatchObject({ format: 'JUnit XML', cases: 1, passed: 1 })
  })
})

describe('a DOCTYPE that could change what is read is refused, with its line', () => {
  test.for<[string, string, RegExp]>([
    ['an internal entity', '<!DOCTYPE foo [<!ENTITY ok "fine">]>', /declares entities/],
    ['an external entity', '<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]>', /declares entities/],
    ['a parameter entity', '<!DOCTYPE s [<!ELEMENT a ANY> %all;]>', /declares entities/],
    ['another file than that of CUnit', '<!DOCTYPE CUNIT_TEST_RUN_REPORT SYSTEM "../CUnit-Run.dtd">', /names another file/],
    ['another file', '<!DOCTYPE s SYSTEM "file:///etc/passwd">', /names another file/],
    ['a public file', '<!DOCTYPE s PUBLIC "-//A//B" "http://127.0.0.1/x.dtd">', /names another file/],
    ['values of attributes', '<!DOCTYPE s [<!ATTLIST testcase status CDATA "failed">]>', /gives attributes values/],
    ['a very long one', `<!DOCTYPE s [${'<!ELEMENT a ANY>'.repeat(1000)}]>`, /is longer than 8192/],
  ])('%s', async ([, doctype, said]) => {
    const refusal = await readWhole(`<?xml version="1.0"?>\n${doctype}${whole}`).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ exitCode: 2, hint: expect.stringContaining('remove it') })
    expect((refusal as Error).message).toMatch(/has a DOCTYPE in line 2 that /)
    expect((refusal as Error).message).toMatch(said)
  })

  test('nothing that it names is asked for', async () => {
    let asked = 0
    const server = createServer((_, response) => response.end(String(asked++))).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    await readWhole(`<!DOCTYPE s SYSTEM "http://127.0.0.1:${port}/s.dtd">${whole}`).catch(() => undefined)
    await new Promise((resolve) => server.close(resolve))
    expect(asked).toBe(0)
  })

  test('one that is made to be slow is judged at once', () => {
    for (const text of ['<!--'.repeat(2000), '<!ATTLIST'.repeat(900), '<?'.repeat(4000), ' '.repeat(8000)]) expect(harmIn(` s [${text}]`)).toBeUndefined()
  })
})

describe('the prefix of the root is no part of a name', () => {
  test('in JUnit', async () => {
    const xml = '<j:testsuites xmlns:j="urn:x"><j:testsuite name="s"><j:testcase name="a"><j:failure/></j:testcase></j:testsuite></j:testsuites>'
    expect(await readWhole(xml)).toMatchObject({ format: 'JUnit XML', cases: 1, failed: 1 })
  })

  test('in TRX', async () => {
    const xml = '<vs:TestRun xmlns:vs="http://microsoft.com"><vs:Results><vs:UnitTestResult testName="a" outcome="Passed"/></vs:Results></vs:TestRun>'
    expect(await readWhole(xml)).toMatchObject({ format: 'TRX', cases: 1, passed: 1 })
  })

  test('another prefix is: what it stands for is none of the format', async () => {
    const xml = '<j:testsuite xmlns:j="a" xmlns:k="b"><j:testcase name="a"><k:failure/></j:testcase></j:testsuite>'
    expect(await readWhole(xml)).toMatchObject({ passed: 1 })
  })

  test('closed with another prefix, it is not well-formed', async () => {
    await expect(readWhole('<j:testsuite xmlns:j="a"><j:testcase name="a"></testcase></j:testsuite>')).rejects.toMatchObject({ exitCode: 2, message: /line 1/ })
  })
})
