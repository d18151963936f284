import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWorld, type World } from '../helpers/world.ts'

let world: World
beforeEach(async () => {
  world = await createWorld()
  await world.type('testctl projects create --name Web --identifier WEB')
  await world.type('testctl cases create -p WEB --name logs')
  await world.type('testctl runs create -p WEB --name R --all-cases')
})
afterEach(() => world.remove())

const commands = [
  '::stop-commands::x',
  '  ::add-mask::x',
  '##vso[task.setvariable variable=a]b',
  '##[error]x',
  'a ##VSO[b]',
]

// A suite without a test that counts an error is dropped; a test of which nothing in the run has the name is unmatched.
const hostile = commands
  .map((name) => `<testsuite name="${name}" errors="1"/><testsuite><testcase name="${name}"/></testsuite>`)
  .join('')

test('what a test or a suite is called is no command of GitHub or Azure in the log of a submission', async () => {
  await writeFile(join(world.folder, 'report.xml'), `<testsuites>${hostile}</testsuites>`)
  const { exitCode, stdout, stderr } = await world.type('testctl runs submit report.xml --run WEB-R1')
  expect(exitCode).toBe(7)
  expect(stdout).toMatch(/^ {4}: :stop-commands::x \(report.xml:1\): nothing in the run has this name$/m)
  expect(stdout).toMatch(/^ {4}## vso\[task.setvariable variable=a\]b \(report.xml:1\): failed outside of its tests/m)
  expect(`${stdout}${stderr}`.split('\n').filter((line) => /^\s*::|##(vso)?\[/i.test(line))).toEqual([])
  const json = JSON.parse((await world.type('testctl runs submit report.xml --run WEB-R1 --json')).stdout) as {
    unmatched: { name: string }[]
  }
  expect(json.unmatched.map(({ name }) => name)).toContain('##vso[task.setvariable variable=a]b')
})
