import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

// Runs the lines that submissions show as next steps.

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
  await writeFile(join(world.folder, 'ok.tap'), '1..2\nok 1 - logs in\nok 2 - logs out\n')
  await writeFile(join(world.folder, 'bail out.tap'), '1..2\nok 1 - logs in\nBail out! no power\n')
})
afterEach(() => world.remove())

test.for([
  ['runs submit ok.tap WEB-R1', 2, 'into which run? WEB-R1 is not a report', 'ok.tap --run WEB-R1'],
  ['runs submit WEB-R1 ok.tap', 2, 'into which run? WEB-R1 is not a report', 'ok.tap --run WEB-R1'],
  [
    'runs submit ok.tap R1 -p WEB --gate failed,inProgress --comments none',
    2,
    'into which run? R1 is not a report',
    'ok.tap --comments none --gate failed --gate inProgress --run R1 --project WEB',
  ],
  [
    'exec --run WEB-R1 --report ok.tap -- true',
    7,
    'no report was written: ok.tap was there before',
    'ok.tap --run WEB-R1',
  ],
  [
    "exec -p WEB --name 'CI 1' --report '*.tap' --report ok.tap --max-failed 0 --no-summary --summary-json s.json -- true",
    7,
    'no report was written: bail out.tap, ok.tap were there before',
    "'bail out.tap' ok.tap --name 'CI 1' --max-failed 0 --no-summary --project WEB",
  ],
] as const)('after testctl %s', async ([line, exitCode, error, rest]) => {
  const { stderr, ...failed } = await world.fails(`testctl ${line}`)
  expect(failed.exitCode).toBe(exitCode)
  expect(stderr.split('\n')[0]).toBe(`error: ${error}`)
  const [next = ''] = /testctl runs submit .*/.exec(stderr) ?? []
  expect(next).toBe(`testctl runs submit ${rest}`)
  expect((await world.type(next)).stdout).toMatch(/^WEB-R\d+ /)
})

test('what is dropped is listed by a line that can be typed', async () => {
  const { stderr } = await world.type("testctl runs submit ok.tap 'bail out.tap' --run WEB-R1")
  const [next = ''] = /testctl reports read .*/.exec(stderr) ?? []
  expect(next).toBe("testctl reports read 'bail out.tap'")
  expect((await world.type(next)).stderr).toContain('bail out.tap:3: the run bailed out: no power')
})

test('what was dropped of stdin is not read again', async () => {
  const { stderr } = await world.type('testctl runs submit - --run WEB-R1', { stdin: 'Bail out!\nok 1 - logs in\n' })
  expect(stderr).toMatch(/\n {2}look into the reports, or the log of the test run\n$/)
})

test('a run is named by its name, too, and a file that is there is a journal', async () => {
  await world.prints('testctl runs submit ok.tap --run WEB-R1 --journal j')
  expect(await world.prints('testctl runs undo j')).toContain('WEB-R1 Nightly 1\n  put back   2 results')
  await world.prints('testctl runs submit ok.tap --run WEB-R2')
  expect(await world.prints("testctl runs undo 'Nightly 2' -p WEB")).toContain('put back   2 results')
  const { exitCode, stderr } = await world.fails('testctl runs undo Nightly -p WEB')
  expect({ exitCode, stderr }).toEqual({
    exitCode: 3,
    stderr: 'error: there is no test run named "Nightly" in the project WEB\n  try: testctl runs list -p WEB\n',
  })
})

test('--run and --name at once: one is to be left out', async () => {
  expect((await world.fails('testctl runs submit ok.tap --run WEB-R1 --name CI')).stderr).toBe(
    'error: --run and --name exclude each other\n  leave one of them out\n',
  )
})
