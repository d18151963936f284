import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const terminal = { terminal: 120, env: { NO_COLOR: '1' } }
const testsOf = (run: string) => world.prints(`testctl tests list ${run} -q`)

test('a case leaves a run with the result and comments of its test only after a yes, or with --yes', async () => {
  const question = 'Delete the test WEB-T1 with its result and 2 comments? [y/N] '
  const line = 'testctl runs update WEB-R1 --remove-case C1'
  expect(await world.fails(line)).toEqual({
    exitCode: 2,
    stderr: 'error: deleting the test WEB-T1 needs a confirmation\n  add --yes\n',
  })
  expect(await world.type(line, { ...terminal, keys: 'n\n' })).toMatchObject({
    exitCode: 2,
    stderr: `${question}error: the test WEB-T1 was not deleted\n`,
  })
  expect(await testsOf('WEB-R1')).toBe('WEB-T1\nWEB-T2\n')
  expect(await world.type(line, { ...terminal, keys: 'y\n' })).toEqual({
    exitCode: 0,
    stdout: '✓ Updated test run WEB-R1: Nightly 1 (1 test removed)\n',
    stderr: question,
  })
  await world.prints('testctl runs update WEB-R7 --remove-case C1-C12 --yes')
  expect(await testsOf('WEB-R7')).toBe('')
})

test('several runs are asked about once, before any is changed', async () => {
  const line = 'testctl runs update WEB-R1 WEB-R7 --remove-case C1'
  expect(await world.type(line, { ...terminal, keys: 'n\n' })).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('the 2 tests WEB-T1, WEB-T7 were not deleted'),
  })
  expect(await testsOf('WEB-R1')).toBe('WEB-T1\nWEB-T2\n')
})

test('a test without a result or comments is not asked about, and a case that is not in the run is told', async () => {
  await world.prints('testctl runs update WEB-R1 --remove-case C2')
  expect(await world.type('testctl runs update WEB-R1 --remove-case C2')).toEqual({
    exitCode: 0,
    stdout: 'WEB-R1\n',
    stderr: 'warning: WEB-C2 is not in WEB-R1\n',
  })
})

test('--dry-run says which results would be lost, and asks nothing', async () => {
  const seen = await world.type('testctl runs update WEB-R7 --remove-case C1,C2 --dry-run')
  expect(seen.stderr).toBe('warning: this deletes the 2 tests WEB-T7, WEB-T8 with their results and 0 comments\n')
  expect(seen.stdout).toMatch(/^POST \/v1\/test-runs\/.*caseIdsToRemove/)
})

test('a terminal is told how many tests came, and which were there', async () => {
  expect(await world.prints('testctl runs update WEB-R1 --add-case C2-C4 --remove-case C1 --yes', terminal)).toBe(
    '✓ Updated test run WEB-R1: Nightly 1 (1 test removed, 2 tests added, 1 case was in it already)\n',
  )
})

test('cases are added by a custom field', async () => {
  await world.prints('testctl runs update WEB-R4 --add-case area=login')
  expect(await world.prints('testctl tests list WEB-R4 --columns name')).toBe(
    'logs in\nlogs out\nresets the password\n',
  )
  expect((await world.fails('testctl runs update WEB-R4 --add-case area=x')).exitCode).toBe(3)
})
