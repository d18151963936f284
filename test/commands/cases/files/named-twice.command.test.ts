import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

// The same file, or folder, more than once on a line: as patterns and lists of changed files name them.

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
  await world.prints('testctl projects create --name Shop --identifier SHOP')
  await mkdir(join(world.folder, 'cases/sub'), { recursive: true })
  await writeFile(join(world.folder, 'cases/sub/a.md'), '# Logs in\n\n## Steps\n\n1. go\n   **Expected:** there\n')
})
afterEach(() => world.remove())

const names = async (): Promise<string> => world.prints("testctl cases list -p SHOP --template '{name}'")

test.each(['cases/sub/a.md cases/sub/a.md', './cases/sub/a.md cases/sub/../sub/a.md', 'cases cases/ ./cases'])(
  'cases import %s makes one case, as its plan says',
  async (typed) => {
    const plan = await world.prints(`testctl cases import ${typed} -p SHOP --dry-run`)
    expect(plan).toMatch(/\+ 1 new {2}= 0 unchanged/)
    expect(plan.match(/new/g)).toHaveLength(1)
    expect(await world.prints(`testctl cases import ${typed} -p SHOP`)).toBe('+ 1 new  = 0 unchanged\n')
    expect(await names()).toBe('Logs in\n')
  },
)

test('cases lint finds nothing twice', async () => {
  expect(await world.prints('testctl cases lint cases/sub/a.md ./cases/sub/a.md')).not.toContain('same-name')
})

test('a file of many cases is read once, whatever it is called', async () => {
  await writeFile(join(world.folder, 'cases.ndjson'), '{"name":"Pays"}\n')
  expect(await world.prints('testctl cases import cases.ndjson ./cases.ndjson -p SHOP')).toBe(
    '+ 1 new  = 0 unchanged\n',
  )
  expect(await names()).toBe('Pays\n')
})
