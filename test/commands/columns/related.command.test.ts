import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { worldsAfter } from '../../helpers/ground.ts'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

// An empty cell means that there is no value, so testctl requests what a column shows, or refuses the column.

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

describe('columns of the settings', () => {
  const typed = () => ({ cwd: join(world.folder, 'checkout'), env: { NO_COLOR: '1' } })
  beforeEach(async () => {
    await mkdir(typed().cwd, { recursive: true })
    await writeFile(join(typed().cwd, '.testctl.json'), '{"columns":"identifier,comments,case"}')
  })

  test('are asked for where a terminal shows them', async () => {
    expect(await world.prints('testctl tests list WEB-R7 --limit 1', { ...typed(), terminal: 80 })).toMatch(
      /^IDENTIFIER +COMMENTS +CASE\nWEB-T7 +1 +logs in\n/,
    )
    expect(await world.prints('testctl tests get WEB-T7 WEB-T8', { ...typed(), terminal: 80 })).toMatch(/WEB-T8 +0 +/)
  })

  test.each([
    'tests list WEB-R7 --limit 1',
    'tests list WEB-R7 --limit 1 --csv',
    'tests get WEB-T7 WEB-T8',
    'tests get WEB-T7 --csv',
    'tests set WEB-T7 WEB-T8 passed --csv --dry-run',
    'tests list WEB-R7 --json',
  ])('change nothing that a script reads: %s', async (line) => {
    const usual = await world.type(`testctl ${line} -v`)
    const found = await world.type(`testctl ${line} -v`, typed())
    expect(found.stdout).toBe(usual.stdout)
    expect(found.stderr).not.toContain('relations')
  })

  test('nor what a CSV on a terminal has, and --columns counts everywhere', async () => {
    const line = 'testctl tests list WEB-R7 --limit 1 --csv'
    expect(await world.prints(line, { ...typed(), terminal: 80 })).toBe(await world.prints(line))
    expect(await world.prints('testctl tests list WEB-R7 --limit 1 --columns name', typed())).toBe('logs in\n')
  })
})
