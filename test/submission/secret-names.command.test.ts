import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWorld, type World } from '../helpers/world.ts'

let world: World
beforeEach(async () => {
  world = await createWorld()
  await world.type('testctl projects create --name Web --identifier WEB')
  const cases = ['refuses token=hunter22-abc', 'logs in'].map((name) => `<testcase classname="auth" name="${name}"/>`)
  await writeFile(join(world.folder, 'report.xml'), `<testsuite>${cases.join('')}</testsuite>`)
})
afterEach(() => world.remove())

const submit = async (flags: string) => {
  const { stdout, exitCode } = await world.type(`testctl runs submit report.xml -p WEB --json ${flags}`)
  expect(exitCode).toBe(0)
  return JSON.parse(stdout) as { created: { cases: number }; tests: Record<string, number> }
}
const names = async () => (await world.type('testctl cases list -p WEB --columns name')).stdout

test('a case that is created for a test has no secret in its name, and is found again', async () => {
  await submit('--name One --create-cases')
  expect(await names()).toBe('refuses token=[masked]\nlogs in\n')
  await submit('--run WEB-R1')
  await submit('--name Two --create-cases')
  expect(await names()).toBe('refuses token=[masked]\nlogs in\n')
})

test('a case that has the name as the report has it is found by that', async () => {
  await world.type("testctl cases create -p WEB --name 'refuses token=hunter22-abc'")
  await submit('--name One --create-cases')
  expect(await names()).toBe('refuses token=hunter22-abc\nlogs in\n')
})
