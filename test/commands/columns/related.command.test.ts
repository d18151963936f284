import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { worldsAfter } from '../../helpers/ground.ts'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

// An empty cell says that there is nothing: what a column shows is asked for, or the column is refused.

let world: SeededWorld
const makeWorld = worldsAfter(createSeededWorld, async (world) => {
  await world.prints('testctl comments create WEB-T7 --content first')
  await world.prints('testctl milestones update WEB-M1 --runs WEB-R7')
})
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.remove())

test.each([
  ['tests get WEB-T7 --csv --columns comments,case,testRun', 'comments,case,testRun\r\n1,logs in,Nightly 7\r\n'],
  ['tests get WEB-T7 --columns comments', '1\n'],
  ["tests get WEB-T7 --template '{comments.0.content}'", 'first\n'],
  ['tests list WEB-R7 --columns comments --limit 1', '1\n'],
  ['tests get WEB-T7 WEB-T8 --columns identifier,comments', 'WEB-T7\t1\nWEB-T8\t0\n'],
  ['projects list --columns identifier,milestones', expect.stringContaining('WEB\t2\n')],
])('%s has it', async (line, shown) => {
  expect(await world.prints(`testctl ${line}`)).toEqual(shown)
})

test.each([
  ['projects get WEB --columns cases', 'cases', 'it is shown by testctl projects list'],
  ['tests list WEB-R7 --columns testRun', 'testRun', 'it is shown by testctl tests get'],
  ["tests list WEB-R7 --template '{testRun.name}'", 'testRun.name', 'it is shown by testctl tests get'],
  ['cases create -p WEB --name New --csv --columns project', 'project', 'it is shown by testctl cases get'],
  ['tests set WEB-T7 passed --columns comments', 'comments', 'it is shown by testctl tests list and testctl tests get'],
])('%s never has it, and is refused', async (line, column, hint) => {
  expect(await world.fails(`testctl ${line}`)).toEqual({
    exitCode: 2,
    stderr: `error: the answer of this command has no ${column}\n  ${hint.startsWith('testctl ') ? 'try: ' : ''}${hint}\n`,
  })
})

test.each([
  ['projects get', 'cases'],
  ['tests list', 'testRun'],
  ['tests set', 'testRun'],
  ['runs create', ' tests,'],
])('the page of %s does not list it', async (command, column) => {
  const page = await world.prints(`testctl ${command} --help`)
  expect(page.slice(page.indexOf('Columns:'), page.indexOf('\n\n', page.indexOf('Columns:')))).not.toContain(column)
})

describe('the milestone of a run is named in every form that people read', () => {
  test.each([
    ['runs get WEB-R7 --csv --columns milestone', 'milestone\r\nWEB-M1\r\n'],
    ['runs get WEB-R7 --columns milestone', 'WEB-M1\n'],
    ["runs get WEB-R7 --template '{milestone}'", 'WEB-M1\n'],
    ['runs get WEB-R7 WEB-R1 --columns identifier,milestone', 'WEB-R7\tWEB-M1\nWEB-R1\t\n'],
    ['runs update WEB-R7 --name New --csv --columns name,milestone', 'name,milestone\r\nNew,WEB-M1\r\n'],
    ["runs update WEB-R1 --milestone WEB-M2 --template '{milestone}'", 'WEB-M2\n'],
    ["runs create -p WEB --name New --empty --milestone WEB-M2 --template '{milestone}'", 'WEB-M2\n'],
  ])('%s', async (line, shown) => {
    expect(await world.prints(`testctl ${line}`)).toBe(shown)
  })

  test('and in JSON as the service sent it', async () => {
    expect(await world.json('testctl runs get WEB-R7')).not.toHaveProperty('milestone')
    expect(await world.json('testctl runs get WEB-R7 WEB-R1')).not.toHaveProperty('0.milestone')
  })
})

test('columns of the settings are asked for as well, and no form without columns asks for them', async () => {
  await writeFile(join(world.folder, '.testctl.json'), '{"columns":"identifier,comments,case"}')
  const typed = { cwd: world.folder }
  expect(await world.prints('testctl tests list WEB-R7 --limit 1', typed)).toBe('WEB-T7\t1\tlogs in\n')
  expect(await world.prints('testctl tests get WEB-T7 WEB-T8', typed)).toMatch(/^WEB-T7\t1\tlogs in\nWEB-T8\t0\t/)
  expect(await world.prints('testctl tests get WEB-T7 --csv', typed)).toContain('WEB-T7,1,logs in')
  for (const request of await world.requests('testctl tests list WEB-R7 --json', typed))
    expect(request).not.toContain('relations')
})
