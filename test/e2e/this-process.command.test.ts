import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWorld, type World } from '../helpers/world.ts'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.remove())

test('a name is shown as it was written, where it is the word by which a command reaches its own service too', async () => {
  await world.type("testctl projects create --name 'this-process' --identifier WEB")
  expect((await world.type('testctl projects list --columns name')).stdout).toBe('this-process\n')
})
