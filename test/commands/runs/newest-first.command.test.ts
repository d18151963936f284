import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const terminal = { terminal: 120, env: { NO_COLOR: '1' } }
const namesIn = (table: string) => [...table.matchAll(/WEB-R\d+/g)].map(String)

test('a terminal shows the newest runs first', async () => {
  const all = await world.prints('testctl runs list -p WEB', terminal)
  expect(namesIn(all)).toEqual(['WEB-R7', 'WEB-R6', 'WEB-R5', 'WEB-R4', 'WEB-R3', 'WEB-R2', 'WEB-R1'])
  expect(namesIn(await world.prints('testctl runs list -p WEB --limit 2', terminal))).toEqual(['WEB-R7', 'WEB-R6'])
  expect(namesIn(await world.prints('testctl runs list -p WEB --limit 1 --offset 1', terminal))).toEqual(['WEB-R6'])
  expect(namesIn(await world.prints('testctl runs list -p WEB --all --page-size 3', terminal))).toHaveLength(7)
})

test('a pipe and --json keep the order of the service', async () => {
  expect(namesIn(await world.prints('testctl runs list -p WEB --limit 2'))).toEqual(['WEB-R1', 'WEB-R2'])
  expect(await world.json('testctl runs list -p WEB --limit 1', terminal)).toMatchObject([{ identifier: 'WEB-R1' }])
})

test('the milestone of a run is named by its identifier, where a person reads it', async () => {
  const [, , , , , , , r1] = (await world.prints('testctl runs list -p WEB', terminal)).split('\n')
  expect(r1).toMatch(/^WEB-R1 .* WEB-M1$/)
  expect(await world.prints('testctl runs list -p WEB --columns identifier,milestone --limit 2')).toBe(
    'WEB-R1\tWEB-M1\nWEB-R2\t\n',
  )
  expect(await world.prints('testctl runs list -p WEB --limit 1')).toMatch(/\tWEB-M1\n$/)
  const [run] = await world.json<Record<string, unknown>[]>('testctl runs list -p WEB')
  expect(run).not.toHaveProperty('milestone')
})

test('a terminal says that there are more', async () => {
  await world.prints('testctl config set limit 3')
  const { stderr, stdout } = await world.type('testctl runs list -p WEB', terminal)
  expect(namesIn(stdout)).toEqual(['WEB-R7', 'WEB-R6', 'WEB-R5'])
  expect(stderr).toBe('the newest 3 of 7 shown; --all for the rest\n')
})
