import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

test.each([
  ['testctl runs list -p WEB -q --limit 2', 'WEB-R1\nWEB-R2\n'],
  [
    'testctl run ls -p WEB --columns identifier,results --offset 6',
    'WEB-R7\t4/12 passed, 2 failed, 1 inProgress, 5 untested\n',
  ],
  ['testctl runs list -p WEB --columns results.total,results.failed --offset 6', '12\t2\n'],
  ['testctl runs list -p WEB --relations tests --columns tests --limit 2', '2\n3\n'],
  ['testctl runs get WEB-R7 --columns name', 'Nightly 7\n'],
  ['testctl run view R7 -p WEB -q', 'WEB-R7\n'],
  ['testctl run show web-r7 --columns name', 'Nightly 7\n'],
  ["testctl runs create -p WEB --name 'CI 1' --cases C1,C2 --milestone M2", 'WEB-R8\n'],
  ['testctl run add -p WEB --name x --empty', 'WEB-R8\n'],
  ['testctl run new -p WEB --name x --all-cases', 'WEB-R8\n'],
  ["testctl runs update WEB-R1 --name 'Release 2.0'", 'WEB-R1\n'],
  ['testctl run edit WEB-R1 --milestone M2', 'WEB-R1\n'],
  ['testctl runs delete WEB-R2 --yes', 'WEB-R2\n'],
  ['testctl run rm WEB-R2 -y', 'WEB-R2\n'],
])('%s', async (line, expected) => expect(await world.prints(line)).toBe(expected))

const casesOf = async (run: string) =>
  (await world.json<{ case: { displayId: number } }[]>(`testctl tests list ${run} --relations case`)).map(
    (one) => one.case.displayId,
  )

test.each([
  ['--cases C1,C2', [1, 2]],
  ['--cases C2 --cases WEB-C1,c3', [2, 1, 3]],
  ['--cases C1,C1', [1]],
  ['--empty', []],
  ['--all-cases', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]],
])('runs create %s', async (flags, expected) => {
  await world.prints(`testctl runs create -p WEB --name x ${flags}`)
  expect(await casesOf('WEB-R8')).toEqual(expected)
})

test('cases come and go; their short forms need no default project beside a full identifier', async () => {
  await world.prints('testctl runs update WEB-R1 --add-case C3,C4 --remove-case C1 --yes')
  expect(await casesOf('WEB-R1')).toEqual([2, 3, 4])
})

test('on a terminal the sentence says how many tests it made', async () => {
  const typed = { terminal: 80, env: { NO_COLOR: '1' } }
  expect(await world.prints('testctl runs create -p WEB --name x --cases C1,C1', typed)).toBe(
    '✓ Created test run WEB-R8: x (1 test)\n',
  )
})

test('the table of a run shows its counts', async () => {
  const shown = await world.prints('testctl runs list -p WEB --limit 1 --color never', { terminal: 120 })
  expect(shown.split('\n').map((line) => line.trim().split(/ {2,}/))).toEqual([
    ['IDENTIFIER', 'NAME', 'PASSED', 'FAILED', 'IN PROGRESS', 'UNTESTED', 'TOTAL', 'UPDATED AT', 'MILESTONE'],
    ['WEB-R7', 'Nightly 7', '4', '2', '1', '5', '12', '2024-01-02'],
    [''],
  ])
})

test('on a terminal a run shows the tests that came along', async () => {
  const shown = await world.prints('testctl runs get WEB-R1 --relations tests', {
    terminal: 80,
    env: { NO_COLOR: '1' },
  })
  expect(shown).toContain('tests (2)\n  IDENTIFIER  NAME      RESULT      ASSIGNED TO  UPDATED AT\n')
  expect(shown).toContain('  WEB-T2      logs out  - untested')
})

test.each([
  ['testctl runs create -p WEB --name x --cases C1 --all-cases', 2, '--cases and --all-cases exclude each other'],
  ['testctl runs create -p WEB --name x --cases C1,C99', 3, 'there is no case WEB-C99'],
  ['testctl runs create -p WEB --name x --cases OLD-C1', 2, 'OLD-C1 belongs to the project OLD, not to WEB'],
  ["testctl runs create -p WEB --name x --milestone ''", 2, '"" is neither an identifier nor an id of a milestone'],
  ['testctl runs update WEB-R1', 2, 'there is nothing to change'],
  ['testctl runs get WEB-R99', 3, 'there is no test run WEB-R99\n  try: testctl runs list -p WEB'],
])('%s', async (line, exitCode, what) => {
  const failed = await world.fails(line)
  expect(failed).toEqual({ exitCode, stderr: expect.stringContaining(`error: ${what}`) })
  expect(await world.prints('testctl runs list -p WEB -q --offset 6')).toBe('WEB-R7\n')
})

test.each(['', ' --dry-run'])(
  'a case that is to be added and removed is refused before anything is sent%s',
  async (flag) => {
    const line = `testctl runs update WEB-R1 --add-case C1-C3 --remove-case C2${flag}`
    expect(await world.fails(line)).toEqual({
      exitCode: 2,
      stderr: 'error: WEB-C2 is to be added and removed\n  name it in one of --add-case and --remove-case\n',
    })
  },
)
