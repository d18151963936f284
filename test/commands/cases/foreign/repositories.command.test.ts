import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const login = 'Feature: Login\nScenario: Logs in\nWhen I submit\nThen I am in\n'

test('of two repositories with alike scenarios, each keeps cases of its own with --theirs all', async () => {
  const [one, other] = ['web', 'shop'].map((name) => ({ cwd: join(world.folder, name) }))
  for (const [{ cwd }, file] of [
    [one!, 'login.feature'],
    [other!, 'sign-in.feature'],
  ] as const) {
    await mkdir(join(cwd, 'features'), { recursive: true })
    await writeFile(join(cwd, 'features', file), login)
  }
  const line = 'testctl cases import features -p WEB'
  await world.type(line, one)
  expect((await world.type(line, other)).exitCode).toBe(2)
  expect((await world.type(`${line} --theirs all`, other)).stdout).toBe('+ 1 new  = 0 unchanged\n')
  for (const where of [one, other]) expect((await world.type(line, where)).stdout).toBe('= 1 unchanged\n')
})

test('of many alike features in a folder that was renamed, none is taken for one that is gone', async () => {
  const write = async (folder: string) => {
    await mkdir(join(world.folder, folder))
    for (let number = 1; number <= 12; number++)
      await writeFile(join(world.folder, folder, `${folder}-${number}.feature`), login)
  }
  const type = (line: string) => world.type(`testctl ${line}`, { cwd: world.folder })
  await write('pages')
  await type('cases import pages -p WEB')
  await rm(join(world.folder, 'pages'), { recursive: true })
  await write('views')
  expect((await type('cases import views -p WEB --dry-run')).stdout).toBe('+ 12 new  = 0 unchanged\n')
})
