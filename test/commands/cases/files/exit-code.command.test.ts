import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { worldsAfter } from '../../../helpers/ground.ts'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

let world: SeededWorld
const makeWorld = worldsAfter(createSeededWorld, async (world) => {
  await world.prints('testctl cases export cases -p WEB', { cwd: world.folder })
  await world.prints('testctl cases update WEB-C1 --name other')
})
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.remove())

test.each([
  ['a case that was deleted there', 'testctl cases delete WEB-C2 --yes'],
  ['a file that was deleted here', undefined],
])('%s is a difference for each command', async (_, line) => {
  await world.prints('testctl cases update WEB-C1 --name "logs in"')
  const lines = ['export cases --dry-run', 'export cases --dry-run --prune', 'import cases --dry-run', 'status cases']
  const codes = () =>
    Promise.all(
      lines.map(
        async (verb) => (await world.type(`testctl cases ${verb} --exit-code`, { cwd: world.folder })).exitCode,
      ),
    )
  expect(await codes()).toEqual([0, 0, 0, 0])
  const folder = join(world.folder, 'cases')
  const [file = ''] = (await readdir(folder)).filter((name) => name.startsWith('WEB-C2-'))
  await (line === undefined ? rm(join(folder, file)) : world.prints(line))
  expect(await codes()).toEqual([8, 8, 8, 8])
})

test.each(['import', 'export'])('cases %s --exit-code without --dry-run is refused', async (verb) => {
  const line = `testctl cases ${verb} cases --exit-code`
  expect(await world.type(line, { cwd: world.folder })).toEqual({
    stdout: '',
    stderr: 'error: --exit-code needs --dry-run\n  or compare only: testctl cases status cases --exit-code\n',
    exitCode: 2,
  })
  expect(await world.type(`${line} --dry-run`, { cwd: world.folder })).toMatchObject({ exitCode: 8 })
})
