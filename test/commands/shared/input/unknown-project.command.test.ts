import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld({ TESTCTL_PROJECT: 'WEB' })
})
afterEach(() => world.remove())

test.each([
  'runs get NOPE-R1',
  'runs get nope-R1',
  'cases delete NOPE-C1-C3 --yes',
  'tests set NOPE-T1 passed',
  'tests list NOPE-R1',
  'milestones status NOPE-M1',
  'comments list NOPE-C1',
])('a project that is not there is told as such, with the list of those that are: testctl %s', async (line) => {
  const { exitCode, stderr } = await world.fails(`testctl ${line}`)
  expect(exitCode).toBe(3)
  expect(stderr).toMatch(/^error: there is no project NOPE\n {2}try: testctl projects list\n$/i)
})

test('the projects are read once, and only where something was not found', async () => {
  const listing = 'GET /v1/projects?offset=0&limit=1000'
  expect(await world.requests('testctl cases get WEB-C1')).toEqual(['GET /v1/cases/case/WEB-C1?relations=comments'])
  const missing = await world.requests('testctl cases get WEB-C97 WEB-C98 WEB-C99')
  expect(missing.filter((one) => one === listing)).toHaveLength(1)
  expect(await world.fails('testctl cases get WEB-C99')).toEqual({
    exitCode: 3,
    stderr: 'error: there is no case WEB-C99\n  try: testctl cases list -p WEB\n',
  })
})
