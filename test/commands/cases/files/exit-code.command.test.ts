import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
  await world.prints('testctl cases export cases -p WEB', { cwd: world.folder })
  await world.prints('testctl cases update WEB-C1 --name other')
})
afterEach(() => world.remove())

test.each(['import', 'export'])('cases %s --exit-code without --dry-run is refused', async (verb) => {
  const line = `testctl cases ${verb} cases --exit-code`
  expect(await world.type(line, { cwd: world.folder })).toEqual({
    stdout: '',
    stderr: 'error: --exit-code needs --dry-run\n  or compare only: testctl cases status cases --exit-code\n',
    exitCode: 2,
  })
  expect(await world.type(`${line} --dry-run`, { cwd: world.folder })).toMatchObject({ exitCode: 8 })
})
