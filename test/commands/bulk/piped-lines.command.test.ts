import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { worldsAfter } from '../../helpers/ground.ts'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
const inProject = () => createSeededWorld({ TESTCTL_PROJECT: 'WEB' })
// One name is the beginning of another.
const makeWorld = worldsAfter(inProject, async ({ prints }) => {
  await prints('testctl runs create --name Weekly --empty')
  await prints("testctl runs create --name 'Weekly 2' --empty")
  await prints('testctl milestones create --name Release')
  await prints("testctl milestones create --name 'Release 3'")
})
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.remove())

describe('a name with blanks is taken whole', () => {
  test.each([
    ['runs delete - --yes', 'Weekly 2\n', 'WEB-R9\n'],
    ['runs delete - --yes', 'Weekly 2\tWEB-R1\n', 'WEB-R9\n'],
    ['runs update - --name x', 'Weekly 2\r\n', 'WEB-R9\n'],
    ['runs update - --name x', 'R1 WEB-R2\nWeekly 2\n', 'WEB-R1\nWEB-R2\nWEB-R9\n'],
    ['milestones delete - --yes', 'Release 3\n', 'WEB-M4\n'],
  ])('testctl %s, from %j', async (line, stdin, expected) => {
    expect(await world.prints(`testctl ${line}`, { stdin })).toBe(expected)
  })

  test('and no other run is meant where none has it', async () => {
    const { exitCode, stderr } = await world.fails('testctl runs delete - --yes', { stdin: 'Weekly 3\n' })
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('"Weekly 3"') })
  })
})

describe('a line of which not all words are IDs changes nothing', () => {
  test.each([
    ['tests set - failed', 'WEB-T1 WEB-T2 WEB-X3\n', '"WEB-X3" is neither an identifier nor an id of a test'],
    ['tests set - failed', 'WEB-T1\nWEB-T1 oops WEB-T3\n', '"oops" is neither'],
    ['tests set - failed', 'logs in\n', '"logs in" is neither'],
    ['tests set - failed', 'logs in\tWEB-T1\n', '"logs in" is neither'],
    ['tests set - failed', '\tWEB-T1\n', '"" is neither'],
    ['cases delete - --yes', 'WEB-C1 WEB-C2 nonsense\n', '"nonsense" is neither'],
    ['comments delete - --yes', '7f9c2ba4-e88f-4a5b-9c1d-3f2a8b6d0e11 WEB-T1 x\n', '"x" is neither'],
  ])('testctl %s, from %j', async (line, stdin, message) => {
    const before = await world.prints('testctl tests list R1')
    const { exitCode, stderr } = await world.fails(`testctl ${line}`, { stdin })
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) })
    expect(await world.prints('testctl tests list R1')).toBe(before)
  })

  test('a row that was copied from a terminal has one ID', async () => {
    expect(await world.prints('testctl tests set - failed', { stdin: 'WEB-T1  ✓ Login works\n' })).toBe('WEB-T1\n')
  })
})

describe('a resource whose project is not known goes by its id in what a program reads', () => {
  let run = ''
  let first = ''
  beforeEach(async () => {
    ;[run, first] = [await world.idOf('WEB-R1'), await world.idOf('WEB-T1')]
  })

  test('a list that is piped sets these tests, and none of the default project', async () => {
    await world.prints('testctl cases create -p OLD --name one')
    await world.prints('testctl runs create -p OLD --name one --all-cases')
    const typed = { env: { TESTCTL_PROJECT: 'OLD' } }
    const stdin = await world.prints(`testctl tests list ${run}`, typed)
    await world.prints('testctl tests set - failed', { ...typed, stdin })
    expect(await world.prints("testctl tests list WEB-R1 --template '{result}'")).toBe('failed\nfailed\n')
    expect(await world.prints("testctl tests list OLD-R1 --template '{result}'")).toBe('untested\n')
  })

  test.each([
    ['tests list RUN --limit 1 --template {identifier}', 'FIRST\n'],
    ['tests list RUN --limit 1 --columns identifier', 'FIRST\n'],
    ['tests list RUN --limit 1 --csv --columns identifier', 'identifier\r\nFIRST\r\n'],
    ['tests set FIRST passed --columns identifier', 'FIRST\n'],
    ['runs update RUN --name x --csv --columns identifier', 'identifier\r\nRUN\r\n'],
    ['api tests.list --test-run-id RUN --paginate --csv --columns identifier', 'identifier\r\nFIRST\r\n'],
  ])('testctl %s', async (line, expected) => {
    const fill = (text: string): string => text.replaceAll('RUN', run).replaceAll('FIRST', first)
    expect(await world.prints(`testctl ${fill(line)}`)).toContain(fill(expected))
  })

  test('on a terminal it is T1', async () => {
    const shown = await world.prints(`testctl tests list ${run} --columns identifier`, { terminal: 80 })
    expect(shown).toContain('T1')
    expect(shown).not.toContain(first)
  })
})

describe('a range of which none exists is one that is missing, beside others', () => {
  test.each([
    ['tests set T1 T900-T999 passed', '', 'WEB-T1\n', '1 of 2 tests changed, 1 failed'],
    ['tests assign T900-T999 T1 --to ana', '', 'WEB-T1\n', '1 of 2 tests changed, 1 failed'],
    ['tests update T900-T999 T1 --result passed', '', 'WEB-T1\n', '1 of 2 tests changed, 1 failed'],
    ['cases get C900-C999 C1 -q', '', 'WEB-C1\n', '1 of 2 cases shown, 1 failed'],
    ['cases delete C1 C900-C910 --yes', '', 'WEB-C1\n', '1 of 2 cases deleted, 1 failed'],
    ['tests get - -q', 'WEB-T1\nWEB-T50-T60\n', 'WEB-T1\n', '1 of 2 tests shown, 1 failed'],
  ])('testctl %s', async (line, stdin, done, message) => {
    const { stdout, stderr, exitCode } = await world.type(`testctl ${line}`, { stdin })
    expect({ stdout, exitCode }).toEqual({ stdout: done, exitCode: 7 })
    expect(stderr).toContain(`error: ${message}\n`)
    expect(stderr).toMatch(/- \S+: there is no (case|test) from WEB-[CT][0-9]+ to [CT][0-9]+/)
  })

  test('alone it is not found', async () => {
    const { exitCode, stderr } = await world.fails('testctl tests set T900-T999 passed')
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('error: there is no test from WEB-T900 to T999\n'),
    })
  })

  test('one that is too long is no reason to change tests', async () => {
    const { exitCode, stderr } = await world.fails('testctl tests get T1-T2500')
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: 'error: T1-T2500 is more than 1000 tests\n  name fewer at a time, or - to read IDs from stdin\n',
    })
  })
})

describe('a list in another form than lines is refused, with the form that fits', () => {
  test.each([
    ['tests list R1 --json', 'tests set - passed', 'JSON'],
    ['tests list R1 --ndjson', 'tests set - passed', 'JSON'],
    ['runs list --limit 1 --json --jq .', 'runs delete - --yes', 'JSON'],
    ['runs list --csv', 'runs delete - --yes', 'CSV'],
    ['tests list R1 --search nothing --json', 'tests assign - --to ana', 'JSON'],
  ])('testctl %s | testctl %s', async (list, line, form) => {
    const stdin = await world.prints(`testctl ${list}`)
    expect(await world.fails(`testctl ${line}`, { stdin })).toEqual({
      exitCode: 2,
      stderr: `error: - reads IDs, one a line, and stdin is ${form}\n  give the list --quiet\n`,
    })
    expect(await world.prints('testctl runs list --quiet')).toContain('WEB-R1\n')
  })

  test('one that ends IDs with NUL, as find -print0 does, names what makes lines of it', async () => {
    expect(await world.fails('testctl tests set - passed', { stdin: 'T1\0T2\0' })).toEqual({
      exitCode: 2,
      stderr: "error: - reads IDs, one a line, and stdin has NUL between them\n  put in between: tr '\\0' '\\n'\n",
    })
  })
})
