import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

test('a list is sorted by the number of related things, which it asks for', async () => {
  await world.prints('testctl comments create WEB-T8 --content first')
  const line = 'testctl tests list WEB-R7 --sort comments:desc --limit 2'
  expect(await world.prints(`${line} -q`)).toBe('WEB-T8\nWEB-T7\n')
  expect(await world.requests(line)).toContainEqual(expect.stringContaining('relations=comments'))
})

test('tests are sorted by the name of their case, not by what else the case has', async () => {
  const sorted = await world.json<{ case: { name: string } }[]>('testctl tests list WEB-R7 --sort case')
  const names = sorted.map((one) => one.case.name)
  expect(names).toEqual([...names].sort(new Intl.Collator('en', { numeric: true }).compare))
})

test('runs are sorted by the milestone that they name, in every form', async () => {
  await world.prints('testctl milestones update WEB-M2 --runs WEB-R2')
  await world.prints('testctl milestones update WEB-M1 --runs WEB-R7')
  for (const form of ['-q', "--jq '.[].identifier'"])
    expect(await world.prints(`testctl runs list -p WEB --sort milestone --limit 2 ${form}`)).toBe('WEB-R7\nWEB-R2\n')
})

test.each([
  ['tests list WEB-R7 --sort testRun', 'testRun'],
  ['cases list -p WEB --sort project:desc', 'project:desc'],
])('%s is refused: no list has it', async (line, typed) => {
  expect(await world.fails(`testctl ${line}`)).toEqual({
    exitCode: 2,
    stderr: expect.stringMatching(
      new RegExp(String.raw`^error: --sort takes a column of the list, not "${typed}"\n  (?!.*(testRun|project,))`),
    ),
  })
})
