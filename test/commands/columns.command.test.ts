import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const bare = { terminal: 80, env: { NO_COLOR: '1' } }

describe('a table has the width of its terminal', () => {
  test.each([120, 80, 40, 20])('%i columns', async (terminal) => {
    const { stdout } = await world.type('testctl tests list WEB-R7', { terminal, env: { NO_COLOR: '1' } })
    const lines = stdout.split('\n').slice(0, -1)
    expect(lines).toHaveLength(13)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(terminal)
  })

  test('80', async () => {
    const shown = await world.prints('testctl tests list WEB-R7 --offset 3 --limit 5', bare)
    expect(shown).toBe(`IDENTIFIER  NAME                   RESULT         ASSIGNED TO  UPDATED AT
WEB-T10     searches               ✓ passed                    2024-01-02
WEB-T11     filters by price       ✗ failed       ana          2024-01-02
WEB-T12     adds to the cart       ✗ failed       ben          2024-01-02
WEB-T13     removes from the cart  » in progress               2024-01-02
WEB-T14     pays by card           - untested                  2024-01-02
`)
  })

  test('20, and what has no room is named', async () => {
    expect(await world.type('testctl tests list WEB-R7 --limit 1', { ...bare, terminal: 20 })).toEqual({
      exitCode: 0,
      stdout: 'IDENTIFIER  NAME\nWEB-T7      logs in\n',
      stderr: 'too narrow to show\nresult, assigned to,\nupdated at\n',
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
    [
      "tests delete WEB-T1 --yes --template '{identifer}'",
      'field "identifer" in this answer\n  did you mean identifier?',
    ],
    ['tests set WEB-T1 failed --csv --columns status', 'column "status" in tests\n  did you mean result? columns: '],
    ["projects create --name A --identifier A --icon a --color b --template '{name'", '{name\n    ^\n'],
  ])('%s ends before anything is sent', async (line, what) => {
    const { exitCode, stderr } = await world.fails(`testctl ${line} -v`)
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(what) })
    expect(stderr).not.toMatch(/GET|POST|PUT|DELETE/)
  })

  test.for(['novel', 'constructor'])('nor in the first row is told by it: %s', async (field) => {
    expect(await world.fails(`testctl tests list WEB-R7 --template '{${field}}'`)).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining(`error: there is no field "${field}" in tests\n  fields: identifier, `),
    })
  })
})
