import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

// Reports of test runners look like exports of cases: JUnit has the elements of TestLink, Playwright the suites of Qase.

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())
const file = (name: string, text: string) => writeFile(join(world.folder, name), text)

describe('a report is refused, and no case is created', () => {
  test.each([
    ['of JUnit with classes', '<testsuite name="a"><testcase classname="A" name="b"><x/></testcase></testsuite>'],
    ['of JUnit with times', '<testsuite name="a"><testcase name="b" time="0.1"><x/></testcase></testsuite>'],
    [
      'of JUnit with an outcome',
      '<testsuite name="a"><testcase name="b"><failure message="no"/></testcase></testsuite>',
    ],
    ['of JUnit with names alone', '<?xml version="1.0"?>\n<testsuite name="a"><testcase name="b"/></testsuite>'],
    ['of JUnit with several suites', '<testsuites><testsuite name="a"></testsuite></testsuites>'],
    ['of JUnit with one test', '<testcase name="a"><skipped/></testcase>'],
    ['of Playwright', '{"config":{},"suites":[{"title":"a","suites":[{"title":"b","specs":[{"title":"c"}]}]}]}'],
  ])('%s', async (_, text) => {
    const name = text.startsWith('{') ? 'report.json' : 'report.xml'
    await file(name, text)
    const { stderr, exitCode } = await world.fails(`testctl cases import ${name} -p WEB`)
    expect([exitCode, stderr]).toEqual([
      2,
      `error: ${name} is a report of test results, not of cases\n  results go into a run: testctl runs submit -p WEB ${name} --run <run>\n`,
    ])
    expect(await world.json('testctl cases list -p WEB --all')).toHaveLength(14)
  })
})

test('a case of TestLink whose text looks like a report is read', async () => {
  const summary = '<summary><![CDATA[<p>write <failure/> and <testcase classname="a" time="1"/></p>]]></summary>'
  await file(
    'cases.xml',
    `<testsuite name="a"><!-- <error/> --><testcase internalid="7" name="b">${summary}</testcase></testsuite>`,
  )
  expect((await world.type('testctl cases import cases.xml -p WEB')).stdout).toBe('+ 1 new  = 0 unchanged\n')
})
