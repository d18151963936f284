import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { worldsAfter } from '../../helpers/ground.ts'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
/** R8 and R9 have the first cases of WEB. From R8 to R9 one test newly fails, one is fixed, one is added and one is gone. */
const makeWorld = worldsAfter(createSeededWorld, async (world) => {
  await world.prints('testctl runs create -p WEB --name Before --cases C1,C2,C3,C4,C5,C6')
  await world.prints('testctl runs create -p WEB --name After --cases C6,C5,C4,C3,C2,C7')
  const set = async (tests: string, result: string) => world.prints(`testctl tests set ${tests} ${result}`)
  await set('WEB-T19 WEB-T20 WEB-T21 WEB-T24', 'passed')
  await set('WEB-T22 WEB-T23', 'failed')
  await set('WEB-T29 WEB-T26 WEB-T30', 'failed')
  await set('WEB-T27 WEB-T25', 'passed')
})
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.remove())

const lines = `newlyFailing\tWEB-T29\tlogs out\tpassed\tfailed
stillFailing\tWEB-T26\tfilters by price\tfailed\tfailed
fixed\tWEB-T27\tsearches\tfailed\tpassed
changed\tWEB-T28\tresets the password\tpassed\tuntested
added\tWEB-T30\tremoves from the cart\t\tfailed
removed\tWEB-T19\tlogs in\tpassed\t
`

test('what changed between two runs, a line each on a pipe', async () => {
  expect(await world.prints('testctl runs diff WEB-R8 WEB-R9')).toBe(lines)
  expect(await world.prints('testctl runs diff WEB-R8 WEB-R9 --quiet')).toBe(
    'WEB-T29\nWEB-T26\nWEB-T27\nWEB-T28\nWEB-T30\nWEB-T19\n',
  )
  expect(await world.prints('testctl runs diff WEB-R8 WEB-R9 --columns name,kind')).toContain('logs in\tremoved\n')
})

test('CSV and a template have the lines of a pipe', async () => {
  expect(await world.prints('testctl runs diff WEB-R8 WEB-R9 --csv')).toBe(
    `kind,identifier,name,from,to\r\n${lines.replaceAll('\t', ',').replaceAll('\n', '\r\n')}`,
  )
  expect(await world.prints("testctl runs diff WEB-R8 WEB-R9 --template '{identifier}'")).toMatch(/^WEB-T29\nWEB-T26\n/)
})

test('on a terminal grouped, in words and colours', async () => {
  expect(await world.prints('testctl runs diff WEB-R8 WEB-R9 --color never', { terminal: 80 }))
    .toBe(`WEB-R8 Before → WEB-R9 After
newly failing  1
  WEB-T29  passed → failed  logs out
still failing  1
  WEB-T26  failed  filters by price
fixed  1
  WEB-T27  failed → passed  searches
changed  1
  WEB-T28  passed → untested  resets the password
added  1
  WEB-T30  failed  removes from the cart
removed  1
  WEB-T19  passed  logs in
unchanged  1
`)
  const coloured = await world.prints('testctl runs diff WEB-R8 WEB-R9', { terminal: 80 })
  expect(coloured).toContain('\u001b[31mnewly failing  1\u001b[39m\n')
  expect(coloured).toContain('\u001b[32mfixed  1\u001b[39m\n')
})

test('with --json whole', async () => {
  const [from, to, id] = await Promise.all(['WEB-R8', 'WEB-R9', 'WEB-T29'].map(world.idOf))
  const { case: of } = await world.json<{ case: { id: string } }>('testctl tests get WEB-T29 --relations case')
  const counts = { newlyFailing: 1, stillFailing: 1, fixed: 1, changed: 1, added: 1, removed: 1, unchanged: 1 }
  expect(await world.json('testctl runs diff WEB-R8 WEB-R9')).toMatchObject({
    from: { id: from, identifier: 'WEB-R8', name: 'Before', results: { total: 6, passed: 4, failed: 2 } },
    to: { id: to, identifier: 'WEB-R9', name: 'After', results: { total: 6, passed: 2, failed: 3, untested: 1 } },
    counts,
    newlyFailing: [{ id, identifier: 'WEB-T29', name: 'logs out', caseId: of.id, from: 'passed', to: 'failed' }],
    added: [{ identifier: 'WEB-T30', from: null, to: 'failed' }],
    removed: [{ identifier: 'WEB-T19', from: 'passed', to: null }],
  })
})

describe('--exit-code', () => {
  test('ends with exit 8 where tests fail that did not, or that were not there', async () => {
    const seen = await world.type('testctl runs diff WEB-R8 WEB-R9 --exit-code')
    expect(seen).toEqual({
      stdout: lines,
      stderr: 'error: 2 tests failed in WEB-R9 and not in WEB-R8\n  try: testctl tests list WEB-R9 --result failed\n',
      exitCode: 8,
    })
  })

  test.for(['WEB-R8 WEB-R8', 'WEB-R9 WEB-R9', 'WEB-R9 WEB-R1', 'WEB-R4 WEB-R5'])(
    'ends with exit 0 where none do: %s',
    async (runs) => void (await world.prints(`testctl runs diff ${runs} --exit-code`)),
  )
})

test('runs can be named by their ids', async () => {
  const [from, to] = await Promise.all(['WEB-R8', 'WEB-R9'].map(world.idOf))
  expect(await world.prints(`testctl runs diff ${from} ${to} -p WEB`)).toBe(lines)
  expect(await world.prints(`testctl runs diff ${from} ${to} --columns kind`)).toBe(lines.replace(/\t.*/g, ''))
})

test('runs of two projects have nothing to compare', async () => {
  await world.prints('testctl runs create -p OLD --name Old --empty')
  expect(await world.fails('testctl runs diff WEB-R8 OLD-R1')).toEqual({
    exitCode: 2,
    stderr: 'error: WEB-R8 and OLD-R1 are of two projects\n  compare two runs of one project: testctl runs list\n',
  })
})
