import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

// A folder of cases may come from other people: testctl's own files in it may be symbolic links that lead elsewhere.
let world: SeededWorld
const type = (line: string) => world.type(`testctl ${line}`, { cwd: world.folder })
const inFolder = (...names: string[]) => join(world.folder, ...names)

beforeEach(async () => {
  world = await createSeededWorld()
  await mkdir(inFolder('cases'))
  await mkdir(inFolder('home'))
  await writeFile(inFolder('cases/a.md'), '# $(touch here)\n\n## Steps\n\n1. go\n')
})
afterEach(() => world.remove())

test.each([
  ['import', '.testctl-cases.journal'],
  ['import', '.testctl-cases.ndjson'],
  ['export', '.testctl-cases.ndjson'],
])('cases %s writes no file where a link %s leads', async (verb, name) => {
  await symlink('../home/.profile', inFolder('cases', name))
  const { stderr, exitCode } = await type(`cases ${verb} cases -p OLD`)
  expect(stderr).toMatch(/^error: cannot read .*: it is not a regular file\n {2}a link could lead out of the folder/)
  expect(exitCode).toBe(2)
  expect(await readdir(inFolder('home'))).toEqual([])
})

test('cases import keeps nothing of a CSV of cases where a link beside it leads', async () => {
  await type('cases export cases.csv -p WEB')
  await writeFile(inFolder('cases.csv'), (await readFile(inFolder('cases.csv'), 'utf8')).replace(/WEB-C1/, ''))
  await symlink('home/.profile', inFolder('.cases.csv.testctl.journal'))
  expect((await type('cases import cases.csv -p WEB')).exitCode).toBe(2)
  expect(await readdir(inFolder('home'))).toEqual([])
})

test('what a killed import left is not looked for behind links', async () => {
  const staged = '.testctl-00000000-0000-4000-8000-000000000000.tmp'
  await mkdir(inFolder('cases/below'))
  for (const folder of ['home', 'cases', 'cases/below']) await writeFile(inFolder(folder, staged), '')
  await symlink('../home', inFolder('cases/link'))
  await writeFile(inFolder('cases/.testctl-cases.lock'), '4242\n')
  expect((await type('cases import cases -p OLD')).exitCode).toBe(0)
  expect(await readdir(inFolder('home'))).toEqual([staged])
  expect(await readdir(inFolder('cases/below'))).toEqual([])
  expect(await readdir(inFolder('cases'))).not.toContain(staged)
})
