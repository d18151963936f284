import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

describe('an identifier is printed as the service spells it, however it was typed:', () => {
  test.for([
    'cases get web-c1',
    'runs get Web-r1',
    'tests get wEb-t1',
    'milestones get web-m1',
    'tests set web-t5 passed',
    'tests assign web-t5 --to ana',
    "cases update web-c1 --name 'logs in again'",
    "milestones update web-m1 --name 'Release 3'",
  ])('testctl %s', async (line) => {
    const [, typed = ''] = /(\S+-\S+)/.exec(line) ?? []
    expect(await world.json(`testctl ${line}`)).toMatchObject({ identifier: typed.toUpperCase() })
  })

  test('a default project in small letters', async () => {
    const env = { TESTCTL_PROJECT: 'web' }
    expect(await world.prints('testctl tests get t12 -q', { env })).toBe('WEB-T12\n')
  })

  test.for([
    ['tests get web-t1-t2', 'WEB-T1\nWEB-T2\n'],
    ['cases get web-c1-c2', 'WEB-C1\nWEB-C2\n'],
    ['cases get web-c1-web-c2', 'WEB-C1\nWEB-C2\n'],
    ['cases get c1-2 -p web', 'WEB-C1\nWEB-C2\n'],
    ['runs get Web-r1-r3', 'WEB-R1\nWEB-R2\nWEB-R3\n'],
    ['milestones get web-m1-m2', 'WEB-M1\nWEB-M2\n'],
    ['tests set web-t1-t2 passed', 'WEB-T1\nWEB-T2\n'],
    ['cases delete web-c1-c2 --yes', 'WEB-C1\nWEB-C2\n'],
  ])('a range: testctl %s', async ([line, printed]) => {
    expect(await world.prints(`testctl ${line} -q`)).toBe(printed)
  })

  test('a range as JSON, and one of which nothing is there', async () => {
    const rows = await world.json<{ identifier: string }[]>('testctl tests get web-t1-t2')
    expect(rows.map(({ identifier }) => identifier)).toEqual(['WEB-T1', 'WEB-T2'])
    expect((await world.fails('testctl cases get web-c98-c99')).stderr).toContain(
      'there is no case from WEB-C98 to C99',
    )
  })

  test('several in a list', async () => {
    expect(await world.prints('testctl tests set web-t1 Web-T2 passed')).toBe('WEB-T1\nWEB-T2\n')
    expect(await world.requests('testctl tests set web-t1 web-t2 passed')).toHaveLength(5)
  })

  test('and so it is in the errors and questions about it', async () => {
    expect((await world.fails('testctl cases get web-c99')).stderr).toContain('there is no case WEB-C99\n')
    expect((await world.fails('testctl cases delete web-c1')).stderr).toContain('deleting the case WEB-C1 needs')
  })
})

test.for([
  ["cases update web-c1 --name 'logs in again'", '✓ Updated case WEB-C1: logs in again (name changed)\n'],
  ["milestones update web-m1 --name 'Release 3'", '✓ Updated milestone WEB-M1: Release 3 (it was "Release 1.0")\n'],
  ["runs update web-r1 --name 'CI 7'", '✓ Updated test run WEB-R1: CI 7 (it was "Nightly 1")\n'],
  ["comments create web-t1 --content 'Again'", '✓ Commented on test WEB-T1: logs in\n'],
])('testctl %s names what it changed', async ([line, said]) => {
  expect(await world.prints(`testctl ${line}`, { terminal: 80, env: { NO_COLOR: '1' } })).toBe(said)
})
