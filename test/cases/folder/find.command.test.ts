import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

test('cases are looked for in every folder but hidden ones and those of packages', async () => {
  for (const folder of ['cases', 'cases/deep/er', 'cases/.git', 'cases/node_modules/x', 'cases/deep/node_modules']) {
    await mkdir(join(world.folder, folder), { recursive: true })
    await writeFile(join(world.folder, folder, 'one.md'), `# in ${folder}\n\n## Steps\n\n1. go\n`)
  }
  await writeFile(join(world.folder, 'cases', '.hidden.md'), '# hidden\n\n## Steps\n\n1. go\n')
  const { created } = await world.json<{ created: { name: string }[] }>(
    `testctl cases import ${join(world.folder, 'cases')} -p OLD --dry-run`,
  )
  expect(created.map(({ name }) => name).toSorted()).toEqual(['in cases', 'in cases/deep/er'])
})
