import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld({ TESTCTL_PROJECT: 'WEB' })
})
afterEach(() => world.remove())

const casesOf = async (run: string) =>
  (await world.json<{ case: { displayId: number } }[]>(`testctl tests list ${run} --relations case`)).map(
    (one) => one.case.displayId,
  )

test.each([
  ['--cases C1-C3', '', [1, 2, 3]],
  ['--cases C1-C2,C12', '', [1, 2, 12]],
  ['--cases -', 'WEB-C2\nC4-C5\n', [2, 4, 5]],
  ['--cases area=login', '', [1, 2, 3]],
  ['--cases C12,area=login', '', [12, 1, 2, 3]],
  ['--from R1', '', [1, 2]],
  ["--from 'Nightly 7' --only failed,inProgress", '', [5, 6, 7]],
  ['--empty', '', []],
])('runs create %s', async (flags, stdin, expected) => {
  await world.prints(`testctl runs create --name x ${flags}`, { stdin })
  expect(await casesOf('R8')).toEqual(expected)
})

test.each([
  ['--from WEB-R1', [1, 2]],
  ['--cases web-c2,C4', [2, 4]],
  ['--all-cases --milestone WEB-M2', Array.from({ length: 14 }, (_, at) => at + 1)],
])('runs create %s needs no project beside what is named in full', async (flags, expected) => {
  await world.prints(`testctl runs create --name x ${flags}`, { env: { TESTCTL_PROJECT: '' } })
  expect(await casesOf('R8')).toEqual(expected)
})

test('what is named in full is of the project that is set, where one is', async () => {
  expect(await world.fails('testctl runs create --name x --from WEB-R1 -p OLD')).toEqual({
    exitCode: 2,
    stderr: 'error: WEB-R1 belongs to the project WEB, not to OLD\n  add --project WEB\n',
  })
})

test.each([
  ['', 'which cases?\n  give --cases C1,C2, --all-cases, --from R7, or --empty for none yet'],
  ["--cases ''", '--cases names no case'],
  ['--cases C1 --empty', '--cases and --empty exclude each other'],
  ['--from R1 --all-cases', '--all-cases and --from exclude each other'],
  ['--all-cases --only failed', '--only goes with --from'],
  ['--cases -', 'stdin names no case\n  --empty makes a run without tests'],
  ['--all-cases -p NEW', 'the project NEW has no cases\n  --empty makes a run without tests'],
  ['--from R4', 'R4 has no tests'],
  ['--from R1 --only failed', 'R1 has no test that is failed'],
])('runs create %s is refused, and nothing is made', async (flags, message) => {
  await world.prints('testctl projects create --name New --identifier NEW')
  expect(await world.fails(`testctl runs create --name x ${flags}`, { stdin: '' })).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining(`error: ${message}`),
  })
  expect(await world.prints('testctl runs list -q --sort -displayId --limit 1')).toBe('WEB-R7\n')
})

test('a custom field that no case has is not found, as a case is', async () => {
  expect(await world.fails('testctl runs create --name x --cases area=nothing')).toEqual({
    exitCode: 3,
    stderr: 'error: no case has the custom field area=nothing\n  try: testctl cases list -p WEB\n',
  })
})

test('a range of cases says how many of it there are', async () => {
  const { stdout, stderr } = await world.type('testctl runs create --name x --cases C9-C10000')
  expect({ stdout, stderr }).toEqual({
    stdout: 'WEB-R8\n',
    stderr: 'warning: 6 of the 9992 cases from WEB-C9 to C10000 exist\n',
  })
  expect(await casesOf('R8')).toEqual([9, 10, 11, 12, 13, 14])
  expect((await world.type('testctl runs create --name x --cases C1-C3')).stderr).toBe('')
})

test('cases that were deleted since are left out, which is said', async () => {
  await world.prints('testctl cases delete C1 --yes')
  const { stderr } = await world.type('testctl runs create --name x --from R1')
  expect(stderr).toContain('1 of 2 cases are left out: they were deleted')
  expect(await casesOf('R8')).toEqual([2])
})

test('tests are shared out in turn', async () => {
  await world.prints('testctl runs create --name x --cases C1-C5 --assign ana,ben')
  expect(await world.prints('testctl tests list R8 --columns assignedTo')).toBe('ana\nben\nana\nben\nana\n')
})

describe('a milestone is taken off', () => {
  test.each(['--no-milestone', "--milestone ''"])('with %s', async (flag) => {
    await world.prints('testctl runs update R2 R3 --milestone M1')
    await world.prints(`testctl runs update R1 R2 ${flag}`)
    const { testRuns } = await world.json('testctl milestones get M1 --relations test_runs')
    expect(testRuns).toMatchObject([{ displayId: 3 }])
  })

  test('and nothing happens where there is none', async () => {
    expect(await world.prints('testctl runs update R4 --no-milestone')).toBe('WEB-R4\n')
  })
})

test.each([
  ['runs update R1 --milestone M1 --no-milestone', 'milestone'],
  ['runs update R1 --no-milestone --milestone M1', 'milestone'],
  ['runs submit junit.xml --run R1 --summary s.md --no-summary', 'summary'],
])('testctl %s says two things, and is refused', async (line, name) => {
  expect(await world.fails(`testctl ${line}`)).toEqual({
    exitCode: 2,
    stderr: `error: --${name} and --no-${name} exclude each other\n  leave out one of them\n`,
  })
})

test.each(['create --all-cases --name x --milestone', 'update R1 --milestone'])(
  'runs %s of one that is not there leads to the list of milestones',
  async (line) => {
    expect(await world.fails(`testctl runs ${line} v9`)).toEqual({
      exitCode: 5,
      stderr: 'error: v9 is not a milestone of this project\n  try: testctl milestones list -p WEB\n',
    })
  },
)

test.each([
  ['runs create --name x --cases nope1 --milestone a', 5, 'error: nope1 is not a case of this project\n'],
  [
    'runs update nope1 --milestone a',
    3,
    'error: there is no test run nope1\n  is the ID right? A list with --json shows the ids\n',
  ],
  ['milestones update M1 --runs R91', 3, 'error: there is no test run WEB-R91\n  try: testctl runs list -p WEB\n'],
])('testctl %s, where the milestone is there, does not lead to milestones', async (line, exitCode, stderr) => {
  await world.prints('testctl milestones create -p WEB --name a')
  expect(await world.fails(`testctl ${line}`)).toEqual({ exitCode, stderr })
})

test('a milestone that is not there leads to the list only where the list has a project', async () => {
  const line = 'testctl milestones delete v9 --yes'
  expect((await world.fails(line)).stderr).toContain('\n  try: testctl milestones list\n')
  expect((await world.fails(line, { env: { TESTCTL_PROJECT: '' } })).stderr).toContain('is the ID right?')
})
