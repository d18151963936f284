import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStore } from '../../../src/store/index.ts'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld({ TESTCTL_PROJECT: 'WEB' })
})
afterEach(() => world.remove())

describe('several at once', () => {
  test.each([
    ['cases get C1 C3 -q', '', 'WEB-C1\nWEB-C3\n'],
    ['cases get C3 C1 C3 -q', '', 'WEB-C3\nWEB-C1\n'],
    ['cases get - -q', 'WEB-C2 logs out\nC4\n', 'WEB-C2\nWEB-C4\n'],
    ['cases get C2-C4 -q', '', 'WEB-C2\nWEB-C3\nWEB-C4\n'],
    ['cases get C2-4 WEB-C1 -q', '', 'WEB-C2\nWEB-C3\nWEB-C4\nWEB-C1\n'],
    ['cases get WEB-C13-C10000 -q', '', 'WEB-C13\nWEB-C14\n'],
    ['cases get C13-C1000000 --relations comments -q', '', 'WEB-C13\nWEB-C14\n'],
    ['runs get R1 R7 -q', '', 'WEB-R1\nWEB-R7\n'],
    ['tests get T1-T3 -q', '', 'WEB-T1\nWEB-T2\nWEB-T3\n'],
    ['milestones get M1 M2 -q', '', 'WEB-M1\nWEB-M2\n'],
    ["runs get 'Nightly 7' -q", '', 'WEB-R7\n'],
    ["milestones status 'Release 1.0' --columns identifier", '', 'WEB-R1\n'],
    ['cases delete C13 C14 --yes', '', 'WEB-C13\nWEB-C14\n'],
    ['runs delete - --yes', 'R2\nR3\n', 'WEB-R2\nWEB-R3\n'],
    ['tests delete T1-T2 --yes', '', 'WEB-T1\nWEB-T2\n'],
    ['milestones delete M1 M2 --yes', '', 'WEB-M1\nWEB-M2\n'],
    ['cases update C1-C3 --custom-field area=new', '', 'WEB-C1\nWEB-C2\nWEB-C3\n'],
    ["runs update R1 R2 --milestone 'Release 2.0'", '', 'WEB-R1\nWEB-R2\n'],
    ['tests update T1 T2 --result passed', '', 'WEB-T1\nWEB-T2\n'],
    ['milestones update M1 M2 --name x', '', 'WEB-M1\nWEB-M2\n'],
    ['tests set T1-T4 PASSED', '', 'WEB-T1\nWEB-T2\nWEB-T3\nWEB-T4\n'],
  ])('testctl %s', async (line, stdin, expected) => {
    expect(await world.prints(`testctl ${line}`, { stdin })).toBe(expected)
  })

  test('one is an object in JSON, what may be many a list', async () => {
    expect(await world.json('testctl cases get C1')).toMatchObject({ identifier: 'WEB-C1' })
    expect(await world.json('testctl cases get C1-C1')).toMatchObject([{ identifier: 'WEB-C1' }])
    expect(await world.json('testctl cases get -', { stdin: 'C1' })).toMatchObject([{ identifier: 'WEB-C1' }])
    expect(await world.json('testctl cases update C1 C2 --name x')).toMatchObject([{ name: 'x' }, { name: 'x' }])
  })

  test('a terminal says what and how many', async () => {
    const typed = { terminal: 100, env: { NO_COLOR: '1' } }
    expect(await world.prints('testctl cases update C1-C3 --name x', typed)).toBe(
      'Updated 3 cases: WEB-C1, WEB-C2, WEB-C3\n',
    )
    expect(await world.prints('testctl cases delete C1-C3 --yes', typed)).toBe(
      'Deleted 3 cases: WEB-C1, WEB-C2, WEB-C3\n',
    )
    const many = await world.prints('testctl cases update C4-C14 --name x', typed)
    expect(many).toMatch(/^Updated 11 cases: WEB-C4, .*, WEB-C11 and 3 more\n$/)
    const { stderr } = await world.type('testctl cases delete C4-C5', { ...typed, keys: 'n\n' })
    expect(stderr).toContain('Delete the 2 cases WEB-C4, WEB-C5 with 0 comments (tests made from them stay)? [y/N] ')
  })
})

describe('one that is missing ends with exit 7, and the rest is done', () => {
  test.each([
    ['cases get C1 C99 C2 -q', 'WEB-C1\nWEB-C2\n', '2 of 3 cases shown, 1 failed'],
    ['cases delete C1 C99 --yes', 'WEB-C1\n', '1 of 2 cases deleted, 1 failed'],
    ['cases update C99 C1 --name x', 'WEB-C1\n', '1 of 2 cases changed, 1 failed'],
    ['runs update R1 R99 --name x', 'WEB-R1\n', '1 of 2 test runs changed, 1 failed'],
    ['runs delete R1 R99 --yes', 'WEB-R1\n', '1 of 2 test runs deleted, 1 failed'],
    ['milestones delete M1 M99 --yes', 'WEB-M1\n', '1 of 2 milestones deleted, 1 failed'],
    ['tests get T1 T99 -q', 'WEB-T1\n', '1 of 2 tests shown, 1 failed'],
    ['tests set T99 T1 passed', 'WEB-T1\n', '1 of 2 tests changed, 1 failed'],
    ['tests assign T99 T1 --to ana', 'WEB-T1\n', '1 of 2 tests changed, 1 failed'],
    ['tests delete T1 T99 --yes', 'WEB-T1\n', '1 of 2 tests deleted, 1 failed'],
  ])('testctl %s', async (line, done, message) => {
    const { stdout, stderr, exitCode } = await world.type(`testctl ${line}`)
    expect({ stdout, exitCode }).toEqual({ stdout: done, exitCode: 7 })
    expect(stderr).toContain(`error: ${message}\n`)
    expect(stderr).toMatch(/- WEB-[CMRT]99: there is no /)
  })

  test('of comments, too', async () => {
    const [first, second] = (await world.prints('testctl comments list T1 -q')).split('\n')
    const absent = '7f9c2ba4-e88f-4a5b-9c1d-3f2a8b6d0e11'
    const { stdout, stderr, exitCode } = await world.type('testctl comments delete - --yes', {
      stdin: [first, absent, second].join('\n'),
    })
    expect({ stdout, exitCode }).toEqual({ stdout: `${first}\n${second}\n`, exitCode: 7 })
    expect(stderr).toBe(
      `error: 2 of 3 comments deleted, 1 failed\n  fix these, then run it again for them\n  - ${absent}: there is no comment ${absent}\n`,
    )
    expect(await world.json('testctl comments list T1')).toEqual([])
  })

  test.each([
    ['cases get C98 C99', 3, '0 of 2 cases shown, 2 failed'],
    ['cases delete C98 C99 --yes', 3, '0 of 2 cases deleted, 2 failed'],
    ['runs update R98 R99 --name x', 3, '0 of 2 test runs changed, 2 failed'],
    ['tests set T98 T99 passed', 3, '0 of 2 tests changed, 2 failed'],
    ['comments delete a b --yes', 3, '0 of 2 comments deleted, 2 failed'],
    [`cases update C1 C2 --name ${'x'.repeat(2000)}`, 5, '0 of 2 cases changed, 2 failed'],
  ])('all for the same reason: testctl %s', async (line, code, message) => {
    const { exitCode, stderr } = await world.fails(`testctl ${line}`)
    expect(exitCode).toBe(code)
    expect(stderr).toContain(`error: ${message}\n`)
  })

  test('alone it is not found', async () => {
    expect((await world.fails('testctl cases delete C99 --yes')).exitCode).toBe(3)
    expect((await world.fails('testctl cases get C98-C99')).stderr).toContain('there is no case from WEB-C98 to C99')
  })

  test('nothing is deleted without a confirmation', async () => {
    expect((await world.fails('testctl cases delete C1-C3')).stderr).toContain(
      'deleting the 3 cases WEB-C1, WEB-C2, WEB-C3 needs a confirmation',
    )
    expect(await world.prints('testctl cases list -q')).toMatch(/^WEB-C1\nWEB-C2\n/)
  })
})

describe('ranges and names that may mean two things are refused', () => {
  test('two milestones of one name are both named', async () => {
    await world.prints("testctl milestones create --name 'Release 1.0'")
    expect(await world.fails("testctl runs update R1 --milestone 'Release 1.0'")).toEqual({
      exitCode: 2,
      stderr: 'error: 2 milestones are named "Release 1.0": WEB-M1, WEB-M3\n  name one by its identifier: WEB-M1\n',
    })
  })

  test('a name that nothing has', async () => {
    expect((await world.fails("testctl runs get 'No such run'")).exitCode).toBe(3)
  })

  test('where there is a project C1, C1-C2 is refused where another is set, is its case with -p C1, and WEB-C1-C2 is a range', async () => {
    // Our service refuses C1 as the identifier of a project; another service may allow it.
    const store = await openStore(`file:${world.folder}/team.db`)
    const c1 = { identifier: 'C1' }
    await store.write((queries) => queries.updateTable('projects').set(c1).where('identifier', '=', 'OLD').execute())
    await store.close()
    await world.prints('testctl cases create -p C1 --name x')
    await world.prints('testctl cases create -p C1 --name y')
    for (const line of ['cases delete C1-C2 --yes', 'cases get C1-C2', 'runs create --name x --cases C1-C2'])
      expect(await world.fails(`testctl ${line}`)).toEqual({
        exitCode: 2,
        stderr: expect.stringMatching(
          /C1-C2 is a range in WEB, and one case of the project C1\n {2}name the range WEB-/,
        ),
      })
    expect(await world.prints('testctl cases list -p C1 -q')).toBe('C1-C1\nC1-C2\n')
    expect(await world.json('testctl cases get C2 -p C1')).toMatchObject({ identifier: 'C1-C2', name: 'y' })
    expect(await world.json('testctl cases get C1-C2 -p C1')).toMatchObject({ identifier: 'C1-C2', name: 'y' })
    expect(await world.prints('testctl cases delete C1-C2 --yes -p C1')).toBe('C1-C2\n')
    expect(await world.prints('testctl cases get WEB-C1-C2 -q')).toBe('WEB-C1\nWEB-C2\n')
  })

  test.each([
    ['cases get C5-C2', 'C5-C2 ends before it begins'],
    ['cases get T1-T3', 'T1-T3 are tests, not cases'],
    ['tests get T1-T5000', 'T1-T5000 is more than 1000 tests'],
  ])('testctl %s', async (line, message) => {
    expect(await world.fails(`testctl ${line}`)).toEqual({ exitCode: 2, stderr: expect.stringContaining(message) })
  })
})
