import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const bare = { terminal: 80, env: { NO_COLOR: '1' } }

/** A project with 60 cases, which is more than a terminal shows. */
const fill = async () => {
  await world.prints('testctl projects create --name Big --identifier BIG')
  const names = Array.from({ length: 60 }, (_, at) => `<testcase name="c${at + 1}"/>`).join('')
  await world.prints('testctl runs submit - -p BIG --name x --create-cases', {
    stdin: `<testsuite>${names}</testsuite>`,
  })
}

describe('a list of many', () => {
  beforeEach(fill)

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
    expect(await pages('--page-size 25')).toEqual(['offset=0&limit=25', 'offset=25&limit=25', 'offset=50&limit=25'])
    expect(await pages('--page-size 25 --limit 30 --offset 10')).toEqual(['offset=10&limit=25', 'offset=35&limit=5'])
  })

  test('what is usual can be set', async () => {
    await world.prints('testctl config set limit 3')
    expect(await world.prints('testctl cases list -p BIG -q')).toBe('BIG-C1\nBIG-C2\nBIG-C3\n')
    expect((await world.prints('testctl cases list -p BIG -q --all')).split('\n')).toHaveLength(61)
    await world.prints('testctl config set columns name,nothing')
    expect(await world.prints('testctl cases list -p BIG')).toBe('c1\nc2\nc3\n')
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

describe('a table has the width of its terminal', () => {
  test.each([120, 80, 40, 20])('%i columns', async (terminal) => {
    const { stdout } = await world.type('testctl tests list WEB-R7', { terminal, env: { NO_COLOR: '1' } })
    const lines = stdout.split('\n').slice(0, -1)
    expect(lines).toHaveLength(13)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(terminal)
  })

  test('80', async () => {
    const shown = await world.prints('testctl tests list WEB-R7 --offset 3 --limit 5', bare)
    expect(shown).toBe(`IDENTIFIER  NAME                   RESULT        ASSIGNED TO  UPDATED AT
WEB-T10     searches               ✓ passed                   2024-01-02
WEB-T11     filters by price       ✗ failed      ana          2024-01-02
WEB-T12     adds to the cart       ✗ failed      ben          2024-01-02
WEB-T13     removes from the cart  » inProgress               2024-01-02
WEB-T14     pays by card           - untested                 2024-01-02
`)
  })

  test('20, and what has no room is named', async () => {
    expect(await world.type('testctl tests list WEB-R7 --limit 1', { ...bare, terminal: 20 })).toEqual({
      exitCode: 0,
      stdout: 'IDENTIFIER  NAME\nWEB-T7      logs in\n',
      stderr: 'too narrow to show result, assigned to, updated at\n',
    })
  })

  test('colours are a terminal matter, unless asked for', async () => {
    const line = 'testctl tests list WEB-R7 --limit 1 --columns result'
    expect(await world.prints(line, { terminal: 80 })).toContain('\u001b[32m')
    expect(await world.prints(line, bare)).not.toContain('\u001b')
    expect(await world.prints(`${line} --color never`, { terminal: 80 })).not.toContain('\u001b')
    expect(await world.prints(`${line} --color always`, bare)).toContain('\u001b[32m')
  })
})

describe('columns', () => {
  test.each([
    ['tests list WEB-R7 --columns identifier,result,assignedTo --limit 5 --offset 4', 'WEB-T11\tfailed\tana'],
    ['tests list WEB-R7 --columns steps,preconditions,name --limit 1', '1\tThere is an account.\tlogs in'],
    ['tests get WEB-T12 --columns name,result', 'adds to the cart\tfailed'],
    ['cases list -p WEB --columns customFields --limit 1', '{"area":"login","weight":0}'],
    ['tests list WEB-R1 --relations case --columns case --limit 1', 'logs in'],
    ['tests list WEB-R7 --csv --columns result,name --limit 1', 'result,name\r'],
    ["tests list WEB-R7 --template '{result}: {name}' --limit 1", 'passed: logs in'],
    ["tests list WEB-R1 --relations case --template '{case.name}' --limit 1", 'logs in'],
  ])('%s', async (line, first) => {
    expect((await world.prints(`testctl ${line}`)).split('\n')[0]).toBe(first)
  })

  test.each([
    ['tests list WEB-R7 --columns naem', 'naem" in tests\n  did you mean name? columns: identifier, displayId, name'],
    ['tests list WEB-R7 --columns status', 'status" in tests\n  did you mean result? columns: '],
    ['tests list WEB-R7 --columns name,owner', 'owner" in tests\n  did you mean assignedTo? columns: '],
    ['projects list --columns key', 'key" in projects\n  did you mean identifier? columns: '],
    ['tests get WEB-T1 --columns naem', 'naem" in tests\n  did you mean name?'],
  ])('%s', async (line, what) => {
    expect(await world.fails(`testctl ${line}`)).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining(`error: there is no column "${what}`),
    })
  })
})

describe('a field that is not there', () => {
  test.each([
    [
      "tests list WEB-R7 --template '{naem}'",
      'field "naem" in tests\n  did you mean name? fields: identifier, displayId',
    ],
    ["tests set WEB-T1 failed --template '{status}'", 'field "status" in tests\n  did you mean result? fields: '],
    ["tests delete WEB-T1 --yes --template '{identifer}'", 'field "identifer" in tests\n  did you mean identifier?'],
    ['tests set WEB-T1 failed --csv --columns status', 'column "status" in tests\n  did you mean result? columns: '],
    ["projects create --name A --identifier A --icon a --color b --template '{name'", '{name\n    ^\n'],
  ])('%s ends before anything is sent', async (line, what) => {
    const { exitCode, stderr } = await world.fails(`testctl ${line} -v`)
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(what) })
    expect(stderr).not.toMatch(/GET|POST|PUT|DELETE/)
  })

  test('nor in the first row is told by it', async () => {
    expect(await world.fails("testctl tests list WEB-R7 --template '{novel}'")).toEqual({
      exitCode: 2,
      stderr: expect.stringMatching(/^error: there is no field "novel" in tests\n {2}fields: identifier, /),
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
