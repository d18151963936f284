import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { worldsAfter } from '../helpers/ground.ts'
import { createWorld, type World } from '../helpers/world.ts'

let world: World
const makeWorld = worldsAfter(createWorld, async (world) => {
  await world.type("testctl projects create --name Web --identifier WEB --icon globe --color '#3366ff'")
})
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.remove())

const behave = (feature: string, scenario: string) =>
  JSON.stringify([
    {
      keyword: 'Feature',
      name: 'F',
      status: feature,
      elements: [{ type: 'scenario', name: 'B', status: scenario, steps: [{ keyword: 'Given', name: 'x', result: { status: 'passed' } }] }],
    },
  ])
const submit = async (content: string) => {
  await writeFile(join(world.folder, 'report'), content)
  return world.type('testctl runs submit report -p WEB --name N --create-cases --gate failed,untested')
}

test.for<[string, string]>([
  ['a JUnit suite counts', '<testsuite name="login" errors="1"><testcase name="a"/></testsuite>'],
  ['the summary of CTRF counts', '{"results":{"summary":{"failed":2},"tests":[{"name":"a","status":"passed"}]}}'],
  ['TRX counts', '<TestRun><Results><UnitTestResult testName="a" outcome="Passed"/></Results><ResultSummary><Counters failed="1"/></ResultSummary></TestRun>'],
  ['behave tells of a feature', behave('failed', 'passed')],
])('runs submit is no success where only %s what failed', async ([, report]) => {
  expect(await submit(report)).toMatchObject({
    exitCode: 7,
    stdout: expect.stringContaining('1 passed'),
    stderr: expect.stringContaining('1 entry of the reports is not a result'),
  })
})

test('runs submit --gate failed fails where behave says that a scenario failed in a hook', async () => {
  expect(await submit(behave('failed', 'failed'))).toMatchObject({ exitCode: 8, stdout: expect.stringContaining('1 failed') })
})
