import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

test.each([
  ["'touch out.xml'", 'touch out.xml'],
  ["'touch out.xml && ls'", "sh -c 'touch out.xml && ls'"],
  ["'CI=1 npm test'", "sh -c 'CI=1 npm test'"],
  ["touch 'a b.xml'", "touch 'a b.xml'"],
  ['npm test', 'npm test'],
])('exec of %s without two dashes is shown as a command that a shell finds', async (typed, command) => {
  const { stderr } = await world.fails(`testctl exec --run WEB-R1 --report out.xml ${typed}`)
  expect(stderr.split('\n')[1]).toBe(`  try: testctl exec --run WEB-R1 --report out.xml -- ${command}`)
})
