import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

let world: SeededWorld
beforeAll(async () => {
  world = await createSeededWorld({ TESTCTL_PROJECT: 'WEB' })
  await world.prints('testctl tests assign T1 --to ana')
})
afterAll(() => world.remove())

const first = async (line: string): Promise<string[]> => (await world.prints(`${line} -q`)).split('\n').slice(0, 3)
const names = async (line: string) => (await world.json<{ name: string }[]>(`${line} --json`)).map(({ name }) => name)

test.each([
  ['cases list --sort name', ['WEB-C6', 'WEB-C9', 'WEB-C7'].slice(0, 1)],
  ['cases list --sort displayId:desc', ['WEB-C14', 'WEB-C13', 'WEB-C12']],
  ['cases list --sort -displayId', ['WEB-C14', 'WEB-C13', 'WEB-C12']],
  ['cases list --sort identifier', ['WEB-C1', 'WEB-C2', 'WEB-C3']],
  ['cases list --sort customFields.weight:desc --limit 1', ['WEB-C14', '']],
  ['cases list --sort identifier --offset 2 --limit 1', ['WEB-C3', '']],
  ['cases list --search log --sort identifier:desc', ['WEB-C2', 'WEB-C1', '']],
  ['tests list R7 --result PASSED,inProgress --sort identifier:desc', ['WEB-T13', 'WEB-T10', 'WEB-T9']],
  ['runs list --sort results.total:desc --limit 2', ['WEB-R7', 'WEB-R2', '']],
  ['tests list --assigned-to ana --sort identifier', ['WEB-T1', 'WEB-T11', '']],
  ['tests list --assigned-to ana --sort identifier --offset 1 --limit 1', ['WEB-T11', '']],
  ['runs list --search NIGHTLY --sort identifier:desc --limit 2', ['WEB-R7', 'WEB-R6', '']],
  ['runs list --search 3', ['WEB-R3', '']],
  ['milestones list --search 1.', ['WEB-M1', '']],
  ['projects list --search sh', ['OLD', '']],
])('testctl %s', async (line, rows) => {
  expect((await first(`testctl ${line}`)).slice(0, rows.length)).toEqual(rows)
})

test('rows that lack the column stand last, upward and downward', async () => {
  const last = async (sort: string) =>
    (await world.prints(`testctl tests list R7 --sort ${sort} -q`)).trim().split('\n').at(-1)
  expect([await last('assignedTo'), await last('assignedTo:desc')]).toEqual(['WEB-T18', 'WEB-T18'])
})

test('a terminal shows the first 50 in order, and how many there are', async () => {
  const { stdout } = await world.type('testctl cases list --sort name', { terminal: 100 })
  expect(stdout.split('\n')[1]).toContain('adds to the cart')
})

test('a column that is none is named with the others', async () => {
  expect((await world.fails('testctl cases list --sort titel')).stderr).toMatch(
    /^error: --sort takes a column of the list, not "titel"\n {2}.*columns: /,
  )
  expect((await world.fails('testctl cases list --sort -name:desc')).exitCode).toBe(2)
})

test('a case without a custom field stands last, though every object of JavaScript has something of that name', async () => {
  await world.prints('testctl cases create -p OLD --name plain')
  await world.prints('testctl cases create -p OLD --name odd --custom-field valueOf=x')
  expect(await names('testctl cases list -p OLD --sort customFields.valueOf --limit 1')).toEqual(['odd'])
})

test('--search finds a name in whatever form of Unicode it was typed, and tells accents apart', async () => {
  const [composed, decomposed] = ['Caf\u00e9', 'CAFE\u0301']
  for (const name of [composed, decomposed]) await world.prints(`testctl cases create -p OLD --name '${name} menu'`)
  const found = (typed: string) => names(`testctl cases list -p OLD --search '${typed}'`)
  for (const typed of ['caf\u00e9', 'cafe\u0301 M'])
    expect(await found(typed)).toEqual([`${composed} menu`, `${decomposed} menu`])
  expect(await found('cafe menu')).toEqual([])
})
