import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SeededWorld } from '../../../helpers/seed.ts'
import { openServices, type Services, services } from './services.ts'

// No test changes anything, so they share one world.
let world: SeededWorld
let there: Services
beforeAll(async () => {
  there = await openServices()
  world = there.world
})
afterAll(() => there.close())

describe.each(services)('of $service', ({ service }) => {
  const env = () => there.envOf(service)

  test.each([
    ['cases get 99', 'C99'],
    ['cases get C-1', 'C1'],
    ['cases get c_1', 'C1'],
    ['cases get WEB-99', 'WEB-C99'],
    ['cases get WEB-C-1', 'WEB-C1'],
    ["cases get '#1'", 'C1'],
    ["cases get 'C 1'", 'C1'],
    ['cases get WEB_C1', 'WEB-C1'],
    ['cases get WEB/C1', 'WEB-C1'],
    ['cases get 1-2', 'C1-C2'],
    ['cases get WEB-1..2', 'WEB-C1-C2'],
    ["cases get 'C1 - C2'", 'C1-C2'],
    ['cases history C-1', 'C1'],
    ['cases update 99 --name x', 'C99'],
    ['cases update C-1 --name x', 'C1'],
    ['cases edit 99 --name x', 'C99'],
    ['cases delete 99 --yes', 'C99'],
    ['tests get T-12', 'T12'],
    ['tests set 99 passed', 'T99'],
    ['tests set T-1 passed', 'T1'],
    ['tests set WEB-99 passed', 'WEB-T99'],
    ['tests assign 99 --to ana', 'T99'],
    ['tests update 99 --result passed', 'T99'],
    ['tests delete 99 --yes', 'T99'],
    ['tests list R-7', 'R7'],
    ['tests create R-7 --case C1', 'R7'],
    ['tests create R7 --case 99', 'C99'],
    ['runs get R-7', 'R7'],
    ['runs status R-7', 'R7'],
    ['runs update R-7 --name x', 'R7'],
    ['runs update R7 --add-case C1,99', 'C99'],
    ['runs delete 99 --yes', 'R99'],
    ['runs create --name x --cases C1,99', 'C99'],
    ['runs create --name x --cases 1..3', 'C1-C3'],
    ['runs create --name x --cases C1 --milestone M-1', 'M1'],
    ['milestones update M-1 --name x', 'M1'],
    ['comments create C-1 --content x', 'C1'],
    ['comments create T-1 --content x', 'T1'],
    ['comments create c1..c2 --content x', 'C1-C2'],
    ['comments list WEB_T1', 'WEB-T1'],
    ['comments list WEB_C1', 'WEB-C1'],
    ['cases get C-1..C-2', 'C1-C2'],
    ['comments create 99 --content x', 'C99 or T99'],
    ['comments list 99', 'C99 or T99'],
  ])('testctl %s: did you mean %s?', async (line, meant) => {
    const { exitCode, stderr } = await world.fails(`testctl ${line}`, { env: env() })
    expect(stderr).toMatch(/^error: .*\n {2}did you mean .*\n$/)
    expect(stderr).toContain(`\n  did you mean ${meant}?\n`)
    expect([2, 3, 5]).toContain(exitCode)
  })

  test('of several each is explained', async () => {
    const { exitCode, stderr } = await world.fails('testctl tests set 98 T-99 passed', { env: env() })
    expect(exitCode).toBe(3)
    expect(stderr).toContain('  - 98: there is no test 98; did you mean T98?\n')
    expect(stderr).toContain('  - T-99: there is no test T-99; did you mean T99?\n')
  })

  test.each(['1,2', 'C-1,C-2', 'C1,2'])('several stand apart: testctl cases get %s', async (typed) => {
    const { stderr } = await world.fails(`testctl cases get ${typed}`, { env: env() })
    expect(stderr).toContain('\n  several stand apart: C1 C2\n')
  })

  test('an id that the service has not, and no number, is an id', async () => {
    const { stderr } = await world.fails('testctl tests set abc1 passed', { env: env() })
    expect(stderr).toBe('error: there is no test abc1\n  is the ID right? A list with --json shows the ids\n')
  })

  test.each([
    ['cases get Login', 'try: testctl cases list --search Login'],
    ['cases edit Login', 'try: testctl cases list --search Login'],
    ['cases delete Login --yes', 'try: testctl cases list --search Login'],
    ['runs create --name x --cases Login', 'try: testctl cases list --search Login'],
    ['runs create --name x --cases C1,Login', 'try: testctl cases list --search Login'],
    ['tests set Login passed', 'tests are listed by run: testctl tests list <run> --search Login'],
  ])('a name that stands for an identifier is looked for: testctl %s', async (line, hint) => {
    const { stderr } = await world.fails(`testctl ${line}`, { env: env() })
    expect(stderr).toContain(`\n  ${hint}\n`)
  })

  test('the letter of another kind is explained', async () => {
    const { stderr } = await world.fails('testctl runs get C-1', { env: env() })
    expect(stderr).toContain('\n  C1 is a case: testctl cases get C1\n')
  })

  test.each([
    'tests list R-7',
    'tests create R-7 --case WEB-C1',
    'runs update R-7 --name x',
    'runs status R-7',
    'runs report R-7',
    'runs diff R-7 WEB-R1',
    'runs filter R-7 --for jest',
    'runs wait R-7',
    'runs submit - --run R-7',
  ])('without a default project a run is asked for by its id, and what was meant is said: %s', async (line) => {
    const stdin = '<testsuite><testcase name="logs in"/></testsuite>'
    const { stderr } = await world.fails(`testctl ${line}`, { stdin, env: { ...env(), TESTCTL_PROJECT: '' } })
    expect(stderr).toBe('error: there is no test run R-7\n  did you mean R7?\n')
  })

  test.each([
    ['tests create R1 --case C1', 'WEB-C1 is in the test run already\n  try: testctl tests list R1'],
    [
      'cases update a.b --name x',
      '"a.b" is not an id, which has at most 128 letters, digits, _ and -\n  is the ID right? A list with --json shows the ids',
    ],
    ['runs create --name x --cases a:b', '"a:b" is not an id, which has at most 128 letters, digits, _ and -'],
  ])('testctl %s names what was typed', async (line, message) => {
    expect(await world.fails(`testctl ${line}`, { env: env() })).toEqual({ exitCode: 5, stderr: `error: ${message}\n` })
  })
})

describe('a range of another form is refused before any request', () => {
  test.each([
    ['runs create --name x --cases C1..C2', '"C1..C2"', 'C1-C2'],
    ['runs create --name x --cases C9,C1:C2', '"C1:C2"', 'C1-C2'],
    ['runs update R1 --add-case C1..2', '"C1..2"', 'C1-C2'],
    ['runs update R1 --remove-case c1...c2', '"c1...c2"', 'C1-C2'],
    ['cases get C1..C2', '"C1..C2"', 'C1-C2'],
    ['cases update WEB-C1..WEB-C2 --name x', '"WEB-C1..WEB-C2"', 'WEB-C1-C2'],
    ['cases delete WEB-C1..C2 --yes', '"WEB-C1..C2"', 'WEB-C1-C2'],
    ['tests set T1..T2 passed', '"T1..T2"', 'T1-T2'],
    ['tests set T1–T2 passed', '"T1–T2"', 'T1-T2'],
    ['tests get T1:T2', '"T1:T2"', 'T1-T2'],
    ['tests assign T1~T2 --to ana', '"T1~T2"', 'T1-T2'],
  ])('testctl %s', async (line, typed, meant) => {
    const { exitCode, stderr } = await world.fails(`testctl ${line} -v`)
    expect(stderr).toMatch(/is neither an identifier nor an id of a (case|test)\n/)
    expect(stderr).toContain(typed)
    expect(stderr).toContain(`\n  did you mean ${meant}?\n`)
    expect(exitCode).toBe(2)
    expect(stderr).not.toMatch(/^> /m)
  })

  test('but of runs and milestones it may be a name', async () => {
    expect(await world.fails('testctl runs get R1..R2')).toEqual({
      exitCode: 3,
      stderr: 'error: there is no test run named "R1..R2" in the project WEB\n  did you mean R1-R2?\n',
    })
  })
})

describe('a range where one is needed', () => {
  test.each([
    ['tests create R1 --case C3-C4', 'C3-C4 is a range, and one case is needed\n  name one, such as C3', 2],
    ['runs create --name x --empty --milestone M1-M2', 'M1-M2 is a range, and one milestone is needed', 2],
    ['runs update R1 --milestone M1-M2', 'M1-M2 is a range, and one milestone is needed', 2],
    ['runs update R1 --milestone M1-M9', 'M1-M9 is a range, and one milestone is needed', 2],
    ['tests create R1 --case C3-C3', 'C3-C3 is a range, and one case is needed', 2],
    ['tests list R1-R2', 'there is no test run R1-R2\n  if a range was meant, name one, such as R1', 3],
    ['comments create C1-C2 --content x', 'there is no case C1-C2\n  if a range was meant, name one, such as C1', 3],
  ])('testctl %s', async (line, said, exitCode) => {
    const seen = await world.fails(`testctl ${line}`)
    expect(seen).toEqual({ exitCode, stderr: expect.stringContaining(`error: ${said}`) })
  })
})
