import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeAll(async () => {
  world = await createSeededWorld({ TESTCTL_PROJECT: 'WEB' })
})
afterAll(() => world.remove())

/** Returns the last error and its next step of a submission that fails. */
const told = async (line: string, stdin = '') => {
  const { stderr, exitCode } = await world.type(`testctl runs submit ${line}`, { stdin })
  const [error, next] = stderr.split('\n').slice(-3)
  return { exitCode, error, next }
}

test('a number that a flag does not take comes with one that it takes', async () => {
  expect(await told('- --name Z --comment-limit 20')).toEqual({
    exitCode: 2,
    error: 'error: --comment-limit takes a whole number from 100, not "20"',
    next: '  give a number such as 100',
  })
})

test('for a run that does not exist, the next step says how to create it', async () => {
  expect(await told("- --run 'No such'", '<testsuite><testcase name="logs in"/></testsuite>')).toEqual({
    exitCode: 3,
    error: 'error: there is no test run named "No such" in the project WEB',
    next: "  to create it: --name 'No such' instead of --run; those that exist: testctl runs list -p WEB",
  })
})

test('of results without a name none is said to need --create-cases', async () => {
  const report = '<testsuite name="s"><testcase/></testsuite>'
  expect(await told('- --run R1 --create-cases', report)).toEqual({
    exitCode: 7,
    error: 'error: 1 of 1 results matches no test in the run',
    next: '  let the test runner write a name for each of its tests',
  })
})

test('a broken report among others ends the submission, and the error says that none was submitted', async () => {
  await writeFile(join(world.folder, 'whole.xml'), '<testsuite><testcase name="logs in"/></testsuite>')
  await writeFile(join(world.folder, 'cut.xml'), '<testsuite><testcase name="logs in"/>')
  const error = /^error: cut\.xml is not well-formed XML: [^\n]+; none of the 2 reports was submitted\n/
  expect((await world.type('testctl runs submit whole.xml cut.xml --run WEB-R1')).stderr).toMatch(error)
  expect((await world.type('testctl runs submit cut.xml --run WEB-R1')).stderr).not.toContain('none of')
})

test('of the first results of a project that has no cases the next step is to create them', async () => {
  await world.prints('testctl projects create --identifier NEW --name New')
  expect(await told('- -p NEW --name Nightly', '<testsuite><testcase name="logs in"/></testsuite>')).toEqual({
    exitCode: 7,
    error: 'error: 1 of 1 results matches no test in the run',
    next: '  --create-cases creates missing cases; an identifier such as WEB-C12 in the name of a test names its case',
  })
})

test('where two cases have the name of a result, the next step names both', async () => {
  await world.prints('testctl projects create --identifier TWO --name Two')
  for (const _ of [1, 2]) await world.prints('testctl cases create -p TWO --name "logs in"')
  await world.prints('testctl cases create -p TWO --name pays')
  const report = '<testsuite><testcase name="logs in"/><testcase name="pays"/></testsuite>'
  expect(await told('- -p TWO --name Nightly --quiet', report)).toEqual({
    exitCode: 7,
    error: 'error: 1 of 2 results matches no test in the run',
    next: '  2 cases have this name: TWO-C1, TWO-C2; keep one of them, or write an identifier such as WEB-C12 into the name of the test',
  })
})
