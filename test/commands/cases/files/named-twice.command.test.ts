import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { worldsAfter } from '../../../helpers/ground.ts'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

// The same file or folder several times on a command line, as from overlapping globs and lists of changed files.

let world: SeededWorld
const makeWorld = worldsAfter(createSeededWorld, async (world) => {
  await world.prints('testctl projects create --name Shop --identifier SHOP')
  await mkdir(join(world.folder, 'cases/sub'), { recursive: true })
  await writeFile(join(world.folder, 'cases/sub/a.md'), '# Logs in\n\n## Steps\n\n1. go\n   **Expected:** there\n')
})
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.remove())

const names = async (): Promise<string> => world.prints("testctl cases list -p SHOP --template '{name}'")

test.each([
  'cases/sub/a.md cases/sub/a.md',
  './cases/sub/a.md cases/sub/../sub/a.md',
  'cases cases/ ./cases',
  'cases cases/sub/a.md',
  'cases/sub cases',
  'cases/sub/a.md cases/sub cases',
])('cases import %s makes one case, as its plan says', async (typed) => {
  const plan = await world.prints(`testctl cases import ${typed} -p SHOP --dry-run`)
  expect(plan).toMatch(/\+ 1 new {2}= 0 unchanged/)
  expect(plan.match(/new/g)).toHaveLength(1)
  expect(await world.prints(`testctl cases import ${typed} -p SHOP`)).toBe('+ 1 new  = 0 unchanged\n')
  expect(await names()).toBe('Logs in\n')
})

test('cases lint finds nothing twice', async () => {
  expect(await world.prints('testctl cases lint cases/sub/a.md ./cases/sub/a.md')).not.toContain('same-name')
})

test('cases lint finds nothing twice in a folder and a file of it', async () => {
  await writeFile(join(world.folder, 'cases/sub/b.md'), '# Logs out\n\n## Steps\n\n1. go\n')
  const { stdout } = await world.type('testctl cases lint cases cases/sub cases/sub/b.md')
  expect(stdout).toBe('cases/sub/b.md:5 no-expectation: step 1 has no expectation\n')
})

test('a folder that the one above passes over is read where it is named', async () => {
  const folder = join(world.folder, 'cases/.drafts')
  await mkdir(folder)
  await writeFile(join(folder, 'b.md'), '# Logs out\n\n## Steps\n\n1. go\n   **Expected:** gone\n')
  await symlink(folder, join(world.folder, 'cases/linked'))
  for (const typed of ['cases cases/.drafts', 'cases cases/.drafts/b.md', 'cases cases/linked']) {
    const { stdout } = await world.type(`testctl cases import ${typed} -p SHOP --dry-run`)
    expect(stdout.match(/\+ 1 new/g)).toHaveLength(2)
  }
})

test('a file of many cases is read once, whatever it is called', async () => {
  await writeFile(join(world.folder, 'cases.ndjson'), '{"name":"Pays"}\n')
  expect(await world.prints('testctl cases import cases.ndjson ./cases.ndjson -p SHOP')).toBe(
    '+ 1 new  = 0 unchanged\n',
  )
  expect(await names()).toBe('Pays\n')
})

test('many files on a command line are not compared with one another', async () => {
  const files = Array.from({ length: 300 }, (_, at) => `cases/sub/m${at}.md`)
  for (const file of files) await writeFile(join(world.folder, file), `# ${file}\n\n## Steps\n\n1. go\n`)
  // Each path with each other one would be 90,000 comparisons.
  const compared = vi.spyOn(String.prototype, 'startsWith')
  const { stdout } = await world.type(`testctl cases import ${files.join(' ')} -p SHOP --dry-run`)
  const times = compared.mock.calls.length
  compared.mockRestore()
  expect(stdout).toMatch(/\+ 300 new/)
  expect(times).toBeLessThan(50_000)
})
