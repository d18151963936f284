import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

test.each([
  ['testctl milestones list -p WEB -q', 'WEB-M1\nWEB-M2\n'],
  ['testctl milestone ls -p WEB --columns identifier,name', 'WEB-M1\tRelease 1.0\nWEB-M2\tRelease 2.0\n'],
  ['testctl milestones list -p WEB --relations test_runs --columns testRuns', '1\n0\n'],
  ['testctl milestones get WEB-M2 --columns name', 'Release 2.0\n'],
  ['testctl milestone view M1 -p WEB -q', 'WEB-M1\n'],
  ['testctl milestone show web-m1 --columns displayId', '1\n'],
  ["testctl milestones create -p WEB --name 'Release 3.0' --runs R1,R2", 'WEB-M3\n'],
  ['testctl milestones create --name x --runs WEB-R1,R2', 'WEB-M3\n'],
  ['testctl milestone add -p WEB --name x', 'WEB-M3\n'],
  ['testctl milestone new -p OLD --name x', 'OLD-M1\n'],
  ["testctl milestones update WEB-M1 --name 'Release 1.1'", 'WEB-M1\n'],
  ['testctl milestone edit WEB-M1 --runs R1,R3', 'WEB-M1\n'],
  ['testctl milestones delete WEB-M1 --yes', 'WEB-M1\n'],
  ['testctl milestone rm WEB-M1 -y', 'WEB-M1\n'],
])('%s', async (line, expected) => expect(await world.prints(line)).toBe(expected))

const runsOf = async (milestone: string) =>
  (
    await world.json<{ testRuns: { displayId: number }[] }>(`testctl milestones get ${milestone} --relations test_runs`)
  ).testRuns.map(({ displayId }) => displayId)

test('its runs are those that were named last', async () => {
  await world.prints('testctl milestones create -p WEB --name x --runs R2,web-r3')
  expect(await runsOf('WEB-M3')).toEqual([2, 3])
  await world.prints('testctl milestones update web-M3 --runs R3,WEB-R4')
  expect(await runsOf('WEB-M3')).toEqual([3, 4])
  await world.prints("testctl milestones update WEB-M3 --runs ''")
  expect(await runsOf('WEB-M3')).toEqual([])
})

test('on a terminal it shows its runs and their tests', async () => {
  const typed = { terminal: 100, env: { NO_COLOR: '1' } }
  const shown = await world.prints('testctl milestones get WEB-M1 --relations tests', typed)
  expect(shown).toContain('runs (1)\n  IDENTIFIER')
  expect(shown).toContain('tests of WEB-R1 (2)\n  IDENTIFIER')
})

test.each([
  ['testctl milestones create -p WEB --name x --runs R99', 3, 'there is no test run WEB-R99'],
  ['testctl milestones update WEB-M1 --runs OLD-R1', 2, 'OLD-R1 belongs to the project OLD, not to WEB'],
  ['testctl milestones update WEB-M1', 2, 'there is nothing to change'],
  ['testctl milestones get WEB-M9', 3, 'there is no milestone WEB-M9\n  try: testctl milestones list -p WEB'],
])('%s', async (line, exitCode, what) =>
  expect(await world.fails(line)).toEqual({ exitCode, stderr: expect.stringContaining(`error: ${what}`) }),
)

test('an update says what its runs replace', async () => {
  await world.prints('testctl milestones create -p WEB --name x --runs R2,R3')
  const typed = { terminal: 100, env: { NO_COLOR: '1' } }
  const says = async (runs: string) => world.prints(`testctl milestones update WEB-M3 --runs ${runs}`, typed)
  expect(await says('R4')).toContain('WEB-M3: x (2 runs replaced by 1)\n')
  expect(await says('R4,R5')).toContain('(1 run added)\n')
  expect(await says('R5,R4')).toMatch(/WEB-M3: x\n$/)
  expect(await says("''")).toContain('(2 runs removed)\n')
})

test('--dry-run shows the runs of both sides, and changes nothing', async () => {
  await world.prints('testctl milestones create -p WEB --name x --runs R2,R3')
  const shown = await world.prints('testctl milestones update WEB-M3 --runs R3,R4 --dry-run')
  expect(shown).toMatch(/^POST \/v1\/milestones\/\S+ .*\n1 run replaced by 1\n {2}- WEB-R2\n {2}\+ WEB-R4\n$/)
  expect(await world.json('testctl milestones update WEB-M3 --runs R3,R4 --dry-run')).toMatchObject([
    { method: 'POST', before: { testRunIds: expect.any(Array) }, body: { testRunIds: expect.any(Array) } },
  ])
  expect(await runsOf('WEB-M3')).toEqual([2, 3])
})
