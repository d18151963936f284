import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMachine, type Machine } from '../e2e/machine.ts'

// Four processes submit the same report at once to one run of one store.

const identifierBeforeCase =
  '<testsuite name="s"><testcase name="login"/><testcase name="logout [FO-C1]"><failure message="broken"/></testcase></testsuite>'
/** Characters that hardly any font has, for a report with two failures, two errors and two skipped tests. */
const strange = '\ud5f4\u471d\ud5f1\ud650\u38c7\u3ff7\u452d\u{1237a}\u{214ff}\u{20109}\u3993'
const withStrangeTexts = `<testsuites><testsuite name="pytest">
<testcase name="test 1 ${strange}"/>
<testcase name="test 2"><skipped message="${strange}">skipped</skipped></testcase>
<testcase name="test 3"><skipped message="message">${strange}</skipped></testcase>
<testcase name="test 4"><failure message="${strange}">failed</failure></testcase>
<testcase name="test 5"><failure message="message">${strange}</failure></testcase>
<testcase name="test 6"><error message="${strange}">error</error></testcase>
<testcase name="test 7"><error message="message">${strange}</error></testcase>
</testsuite></testsuites>`
let machine: Machine
beforeEach(async () => {
  machine = await createMachine()
  await machine.aside('testctl projects create --name Fo --identifier FO')
  await machine.aside('testctl runs create -p FO --name R --empty')
})
afterEach(() => machine.remove())

const rows = async (line: string) =>
  JSON.parse(await machine.aside(`testctl ${line} --all --json`)) as {
    name: string
    result: string
    comments?: { content: string }[]
  }[]

test.each([
  ['more/identifier-before-case/r.xml', 7, 1, 0, identifierBeforeCase],
  ['junit-control-characters.xml', 0, 7, 4, withStrangeTexts],
])('%s: no case twice, no comment twice, and all four end alike', async (_, exitCode, cases, comments, report) => {
  await writeFile(join(machine.folder, 'report.xml'), report)
  const line = 'testctl runs submit report.xml --run FO-R1 --create-cases'
  const seen = await Promise.all([machine.type(line), machine.type(line), machine.type(line), machine.type(line)])
  expect(seen.map((one) => one.exitCode)).toEqual([exitCode, exitCode, exitCode, exitCode])
  expect(await rows('cases list -p FO')).toHaveLength(cases)
  const tests = await rows('tests list FO-R1 --relations comments')
  expect(tests).toHaveLength(cases)
  expect(tests.flatMap((one) => one.comments ?? [])).toHaveLength(comments)
  if (cases === 1) expect(tests).toMatchObject([{ result: 'passed' }])
})
