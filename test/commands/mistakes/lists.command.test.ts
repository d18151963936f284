import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

test.each([
  ["runs create -p WEB --name R --cases 'C1 C2,C3'", 'C1,C2,C3'],
  ["runs update WEB-R1 --add-case 'C1 C2'", 'C1,C2'],
  ["milestones create -p WEB --name M --runs 'R1 R2'", 'R1,R2'],
])('blanks between IDs of a list are shown as commas: testctl %s', async (line, list) => {
  const { stderr } = await world.fails(`testctl ${line}`)
  expect(stderr.split('\n')[1]).toBe(`  several are one list: ${list}`)
  await world.prints(`testctl ${line.replace(/'[^']*'$/, list)} -p WEB`)
})

test('a name with blanks is one name in a list of runs', async () => {
  expect(await world.prints("testctl milestones create -p WEB --name M --runs 'Nightly 1,Nightly 2'")).toBe('WEB-M3\n')
})
