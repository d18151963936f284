import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld({ TESTCTL_PROJECT: 'WEB' })
})
afterEach(() => world.remove())

/** Runs a line that must be refused without a write. Returns the next step in its error. */
const refused = async (line: string): Promise<string | undefined> => {
  const { stdout, stderr, exitCode } = await world.type(`testctl ${line} -v`)
  expect({ stdout, exitCode, writes: stderr.match(/^> (POST|DELETE) .*/gm) }).toEqual({
    stdout: '',
    exitCode: 2,
    writes: null,
  })
  return stderr
    .split('\n')
    .filter((text) => !/^[<>]/.test(text))[1]
    ?.trim()
}

describe('a name without its quotes changes nothing, and the line with them is shown', () => {
  test.each([
    ['cases update C1 --name Logs A2', "cases update C1 --name 'Logs A2'"],
    ['cases update C1 --name=Logs in 2.0', "cases update C1 --name 'Logs in 2.0'"],
    ['cases update --name Logs in C1 --dry-run', "cases update --name 'Logs in' C1 --dry-run -v"],
    ['runs update R1 --name Release candidate', "runs update R1 --name 'Release candidate'"],
    ["runs update 'Nightly 1' --name Release 2.0", "runs update 'Nightly 1' --name 'Release 2.0'"],
    ['milestones update M1 --name Release 2', "milestones update M1 --name 'Release 2'"],
    ['tests assign T1 T2 --to Ana Bell', "tests assign T1 T2 --to 'Ana Bell'"],
    ['tests assign --to Ana Bell T1', "tests assign --to 'Ana Bell' T1"],
  ])('%s', async (line, meant) => {
    expect((await refused(line))?.replace(/(?<!dry-run) -v$/, '')).toBe(`try: testctl ${meant}`)
  })
})

describe('a word that is no ID is refused before anything is changed', () => {
  test.each([
    ['tests set T1=pass T2:failed', 'try: testctl tests set T1 passed && testctl tests set T2 failed'],
    ['tests set T1 passed T2 failed', 'try: testctl tests set T1 passed && testctl tests set T2 failed'],
    ['tests set T1 passed failed', 'try: testctl tests set T1 passed'],
    ['tests set T1 2 passed', 'did you mean T2?'],
    ['cases delete C1 Login --yes', 'try: testctl cases list --search Login'],
    ['runs update R1 --remove-case login', 'try: testctl cases list --search login'],
    ['runs update R1 --remove-case 1', 'did you mean C1?'],
    ["runs update R1 --remove-case ''", 'such as --remove-case C3,C5-C9'],
    ["runs update R1 --add-case ''", 'such as --add-case C3,C5-C9'],
  ])('%s', async (line, next) => {
    expect(await refused(line)).toBe(next)
  })
})

test('names of runs may stand beside identifiers', async () => {
  const names = await world.prints("testctl runs get R1 'Nightly 2' -q")
  expect(names).toBe('WEB-R1\nWEB-R2\n')
})

test('IDs that stand on one line of stdin are all taken; of a row of a list the first', async () => {
  const set = (stdin: string) => world.prints('testctl tests set - passed', { stdin })
  expect(await set('T1 T2\nT3 WEB-T4-T5\n')).toBe('WEB-T1\nWEB-T2\nWEB-T3\nWEB-T4\nWEB-T5\n')
  expect(await set('T1\tT2\nWEB-T3 logs in\n')).toBe('WEB-T1\nWEB-T3\n')
})
