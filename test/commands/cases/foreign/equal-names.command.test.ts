import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

// A CSV without IDs in which several cases have the same name.

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
  await imported('Login,app', 'Login,web', 'Pay,p')
})
afterEach(() => world.remove())

const imported = async (...rows: string[]) => {
  await writeFile(join(world.folder, 'x.csv'), ['Title,Steps', ...rows, ''].join('\n'))
  return world.prints('testctl cases import x.csv -p OLD')
}
type Case = { name: string; steps: { action: string }[]; customFields: { source: string } }
const there = async () =>
  (await world.json<Case[]>('testctl cases list -p OLD --all'))
    .map(({ steps, customFields }) => `${customFields.source} ${steps[0]?.action}`)
    .toSorted()
const all = ['csv:x#Login (2) web', 'csv:x#Login app', 'csv:x#Pay p']

test('a row that is removed or moved rewrites no other case', async () => {
  expect(await imported('Login,web', 'Pay,p')).toBe('= 2 unchanged\n')
  expect(await imported('Pay,p', 'Login,web', 'Login,app')).toBe('= 3 unchanged\n')
  expect(await there()).toEqual(all)
})

test('a row that is put in front is new', async () => {
  expect(await imported('Login,phone', 'Login,app', 'Login,web')).toBe('+ 1 new  = 2 unchanged\n')
  expect(await there()).toEqual(['csv:x#Login (2) web', 'csv:x#Login (3) phone', ...all.slice(1)])
})

test('a row that is changed changes its case, whatever the service has changed in another one', async () => {
  const web = (await world.json<(Case & { identifier: string })[]>('testctl cases list -p OLD --all')).find(
    ({ steps }) => steps[0]?.action === 'web',
  )
  await world.prints(`testctl cases update ${web?.identifier} --custom-field area=there --step site`)
  expect(await imported('Login,web', 'Login,apps')).toBe('~ 1 changed (steps 1)  < 1 changed there  = 0 unchanged\n')
  expect(await there()).toEqual(['csv:x#Login (2) site', 'csv:x#Login apps', 'csv:x#Pay p'])
})
