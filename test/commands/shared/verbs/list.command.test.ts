import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

let world: SeededWorld
beforeAll(async () => {
  world = await createSeededWorld()
  await fill()
})
afterAll(() => world.remove())

const bare = { terminal: 80, env: { NO_COLOR: '1' } }

/** Creates a project with 60 cases, more than a terminal shows. */
const fill = async () => {
  await world.prints('testctl projects create --name Big --identifier BIG')
  const names = Array.from({ length: 60 }, (_, at) => `<testcase name="c${at + 1}"/>`).join('')
  await world.prints('testctl runs submit - -p BIG --name x --create-cases', {
    stdin: `<testsuite>${names}</testsuite>`,
  })
}

/** Changes a setting for one test. */
const set = async (name: string, value: string) => {
  await world.prints(`testctl config set ${name} ${value}`)
  onTestFinished(async () => void (await world.prints(`testctl config unset ${name}`)))
}

describe('a list of many', () => {
  test.each([
    ['', 50, '50 of 60 shown; --all for the rest\n'],
    ['--all', 60, ''],
    ['--limit 55', 55, ''],
    ['--limit 5', 5, ''],
    ['--limit 100000', 60, ''],
    ['--offset 5', 50, '50 of 55 shown; --all for the rest\n'],
    ['--offset 20', 40, ''],
    ['--offset 60', 0, 'no cases\n'],
    ['--all --page-size 7', 60, ''],
  ])('a terminal with %j shows %i', async (flags, count, note) => {
    const { stdout, stderr } = await world.type(`testctl cases list -p BIG ${flags}`, bare)
    expect({ count: stdout.match(/^BIG-C/gm)?.length ?? 0, stderr }).toEqual({ count, stderr: note })
  })

  test.each([
    ['', 60],
    ['--json', 60],
    ['--ndjson', 60],
    ['--quiet', 60],
    ['--limit 5', 5],
    ['--limit 5 --json', 5],
    ['--limit 30 --offset 45', 15],
    ['--page-size 7', 60],
    ['--page-size 7 --limit 20', 20],
    ['--limit 5000 --page-size 5000', 60],
  ])('a pipe with %j gets %i', async (flags, count) => {
    const printed = await world.prints(`testctl cases list -p BIG ${flags}`)
    expect(printed.match(/\bBIG-C\d+/g)).toHaveLength(count)
    expect(new Set(printed.match(/\bBIG-C\d+/g)).size).toBe(count)
  })

  test('no more is read than is shown', async () => {
    const pages = async (flags: string) =>
      (await world.requests(`testctl cases list -p BIG ${flags}`))
        .slice(1)
        .map((request) => request.replace(/.*\?/, ''))
    expect(await pages('--limit 5')).toEqual(['offset=0&limit=5'])
    // Each page begins with the last row of the one before. DECISIONS 520
    expect(await pages('--page-size 25')).toEqual(['offset=0&limit=25', 'offset=24&limit=25', 'offset=48&limit=25'])
    expect(await pages('--page-size 25 --limit 30 --offset 10')).toEqual(['offset=10&limit=25', 'offset=34&limit=6'])
  })

  test('how many a terminal shows can be set, which cuts nothing that goes into a pipe', async () => {
    await set('limit', '3')
    const { stdout, stderr } = await world.type('testctl cases list -p BIG', bare)
    expect({ shown: stdout.match(/^BIG-C\d+/gm), stderr }).toEqual({
      shown: ['BIG-C1', 'BIG-C2', 'BIG-C3'],
      stderr: '3 of 60 shown; --all for the rest\n',
    })
    for (const form of ['-q', '--json', '']) {
      const printed = await world.prints(`testctl cases list -p BIG ${form}`)
      expect(printed.match(/\bBIG-C\d+/g)).toHaveLength(60)
    }
  })

  test('the columns that a terminal shows can be set', async () => {
    await set('columns', 'name,result')
    const { stdout } = await world.type('testctl cases list -p BIG --limit 3', bare)
    expect(stdout).toBe('NAME\nc1\nc2\nc3\n')
  })
})

describe('tests are filtered here, over all pages', () => {
  test.each([
    ['--result failed', ['T11', 'T12']],
    ['--result failed --page-size 1', ['T11', 'T12']],
    ['--result failed --limit 1', ['T11']],
    ['--result failed --offset 1', ['T12']],
    ['--result untested --limit 2 --offset 2 --page-size 3', ['T16', 'T17']],
    ['--assigned-to ana', ['T11']],
    ["--assigned-to '' --result passed", ['T7', 'T8', 'T9', 'T10']],
    ['--search PARCEL', ['T17', 'T18']],
    ['--search cart --result failed --assigned-to ben', ['T12']],
    ['--search nothing', []],
    ['--all --search pays', ['T14', 'T15']],
  ])('tests list WEB-R7 %s', async (flags, expected) => {
    const lines = (await world.prints(`testctl tests list WEB-R7 -q ${flags}`)).split('\n').slice(0, -1)
    expect(lines).toEqual(expected.map((one) => `WEB-${one}`))
  })

  test('a result that does not exist is refused before any request', async () => {
    expect(await world.fails('testctl tests list WEB-R7 --result pased -v')).toEqual({
      exitCode: 2,
      stderr: expect.stringMatching(/^error: there is no result "pased"\n {2}did you mean passed\? results: .*\n$/),
    })
  })

  test('on a terminal, none is said', async () => {
    expect(await world.type('testctl tests list WEB-R7 --search nothing', bare)).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'no tests\n',
    })
  })
})

test('flags may stand anywhere', async () => {
  const expected = 'WEB-T11\nWEB-T12\n'
  for (const line of [
    'tests list WEB-R7 --result failed --quiet',
    'tests list --quiet --result=failed WEB-R7',
    '--quiet tests list --result failed WEB-R7',
    'tests -q list WEB-R7 --result failed',
    'tests list --result failed -q -- WEB-R7',
  ])
    expect(await world.prints(`testctl ${line}`)).toBe(expected)
})
