import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { worldsAfter } from '../helpers/ground.ts'
import { createWorld, type World } from '../helpers/world.ts'

let world: World
const makeWorld = worldsAfter(createWorld, async (world) => {
  await world.type("testctl projects create --name Web --identifier WEB --icon globe --color '#3366ff'")
  await world.type("testctl cases create -p WEB --name 'logs in' --preconditions ''")
  await world.type('testctl runs create -p WEB --name Nightly --all-cases')
  for (const [file, content] of Object.entries(files)) await writeFile(join(world.folder, file), content)
})
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.remove())

const files: Record<string, string> = {
  'a-suite.xml': '<testsuite name="JUnit Platform Suite" tests="0"/>',
  'jupiter.xml': '<testsuite name="s"><testcase name="logs in"/></testsuite>',
  'vintage.xml': '<testsuite name="JUnit Vintage" tests="0"/>',
  'broken.xml': '<testsuite name="b"><error message="no power"/></testsuite>',
}
const result = async () => (await world.type('testctl tests list WEB-R1 --columns result')).stdout.trim()

describe('runs submit', () => {
  test('names a report without a test, and sends the rest', async () => {
    const seen = await world.type('testctl runs submit a-suite.xml jupiter.xml vintage.xml --run WEB-R1')
    expect(seen).toMatchObject({
      exitCode: 0,
      stderr: 'warning: a-suite.xml has no test in it\nwarning: vintage.xml has no test in it\n',
    })
    expect(seen.stdout).toContain('read       1  in 3 reports: 1 passed')
    expect(await result()).toBe('passed')
  })

  test('in JSON it is a report with no cases', async () => {
    const { stdout } = await world.type('testctl runs submit a-suite.xml jupiter.xml --run WEB-R1 --json')
    expect(JSON.parse(stdout)).toMatchObject({
      reports: [
        { file: 'a-suite.xml', cases: 0 },
        { file: 'jupiter.xml', cases: 1 },
      ],
    })
  })

  test('refuses them where none has a test, and sends nothing', async () => {
    expect(await world.type('testctl runs submit a-suite.xml vintage.xml --run WEB-R1')).toEqual({
      stdout: '',
      stderr: 'error: none of the 2 reports has a test in it\n  did the test run find its tests?\n',
      exitCode: 2,
    })
    expect((await world.type('testctl runs submit a-suite.xml --run WEB-R1')).stderr).toMatch(
      /^error: a-suite.xml has no test in it\n/,
    )
    expect(await result()).toBe('untested')
  })

  test('one that only says what failed outside of its tests is not lost among others', async () => {
    const { exitCode, stdout } = await world.type('testctl runs submit broken.xml jupiter.xml --run WEB-R1')
    expect(exitCode).toBe(7)
    expect(stdout).toContain('b (broken.xml:1): failed outside of its tests: no power')
    expect(await result()).toBe('passed')
  })
})

describe('reports read', () => {
  test('names a report without a test among others', async () => {
    expect(await world.type('testctl reports read a-suite.xml jupiter.xml')).toEqual({
      stdout: 'a-suite.xml\tJUnit XML\t0\t0\t0\t0\t0\t0\t0\njupiter.xml\tJUnit XML\t1\t1\t0\t0\t0\t0\t0\n',
      stderr: 'warning: a-suite.xml has no test in it\n',
      exitCode: 0,
    })
  })

  test('ends with 2 where none has one, with --results too', async () => {
    for (const flag of ['', ' --results'])
      expect(await world.type(`testctl reports read a-suite.xml${flag}`)).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining('a-suite.xml has no test in it'),
      })
  })
})

test('exec submits what the command wrote, and names a report without a test', async () => {
  const command = 'mkdir out && cp a-suite.xml jupiter.xml vintage.xml out'
  const seen = await world.type(`testctl exec --run WEB-R1 --report 'out/*.xml' -- sh -c '${command}'`)
  expect(seen.exitCode).toBe(0)
  expect(seen.stderr).toContain(
    'warning: out/a-suite.xml has no test in it\nwarning: out/vintage.xml has no test in it\n',
  )
  expect(await result()).toBe('passed')
})
