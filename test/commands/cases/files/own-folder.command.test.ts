import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SeededWorld } from '../../../helpers/seed.ts'
import { worldsOfFewCases } from '../few-cases.ts'

// The base, the state of the last import or export, is in the exported folder; commands may name a folder above or below it.

let world: SeededWorld
let cases: string
const makeWorld = worldsOfFewCases((world) => world.prints('testctl cases export cases -p WEB', { cwd: world.folder }))
beforeEach(async () => {
  world = await makeWorld()
  cases = join(world.folder, 'cases')
})
afterEach(() => world.remove())
const type = (line: string, cwd = world.folder) => world.type(`testctl ${line}`, { cwd })

test.each(['cases status', 'cases import .', 'cases export . -p WEB'])(
  '%s above an exported folder names that folder, and takes no change for a conflict',
  async (line) => {
    await world.prints("testctl cases update WEB-C1 --add-step 'new => step'")
    const { stderr, exitCode } = await type(line)
    expect(exitCode).toBe(2)
    expect(stderr).toContain('. is no folder of cases itself, but has one in it\n  name that folder: cases\n')
    expect(await readdir(world.folder)).not.toContain('.testctl-cases.ndjson')
  },
)

test('above several exported folders all of them are named, quoted for a shell', async () => {
  await mkdir(join(world.folder, 'other shop'))
  await rename(cases, join(world.folder, 'other shop', 'cases'))
  await type('cases export cases -p WEB')
  expect((await type('cases status')).stderr).toContain("name those folders: cases 'other shop/cases'")
})

test('one file, or a folder, below an exported folder is compared with what was last agreed on there', async () => {
  await mkdir(join(cases, 'login'))
  const name = (await readdir(cases)).find((one) => one.startsWith('WEB-C1-'))!
  const path = join(cases, 'login', name)
  await rename(join(cases, name), path)
  await writeFile(path, (await readFile(path, 'utf8')).replace(/^# .*/m, '# renamed'))
  for (const typed of ['cases/login', `cases/login/${name}`])
    expect((await type(`cases status ${typed}`)).stdout).toBe('~ 1 changed (name 1)  = 0 unchanged\n')
  expect((await type('cases status', join(cases, 'login'))).stdout).toContain('~ 1 changed (name 1)')
  await writeFile(join(cases, 'login', 'new.md'), '# A new one\n\n## Steps\n\n1. Open it\n')
  const { stdout, exitCode } = await type('cases import cases/login')
  expect([stdout, exitCode]).toEqual(['+ 1 new  ~ 1 changed (name 1)  = 0 unchanged\n', 0])
  expect(await readdir(join(cases, 'login'))).not.toContain('.testctl-cases.ndjson')
  expect((await type('cases status cases')).stdout).toMatch(/^= \d+ unchanged\n$/)
})

test('a check names files with their folder, as editors and code scanning look for them', async () => {
  await mkdir(join(cases, 'login'))
  await writeFile(join(cases, 'login', 'a.md'), '# A\n\n## Steps\n\n1. Open it\n')
  for (const typed of ['cases/login/a.md', 'cases/login', 'cases/login/../login'])
    expect((await type(`cases lint ${typed}`)).stdout).toMatch(/^cases\/login\/a\.md:5 no-expectation/)
  expect((await type('cases lint a.md', join(cases, 'login'))).stdout).toMatch(/^a\.md:5 /)
})

test('the table of cases list is no file of cases, and it is said which command writes one', async () => {
  const { stdout } = await type('cases list -p WEB --csv')
  await writeFile(join(world.folder, 'list.csv'), stdout)
  expect((await type('cases import list.csv')).stderr).toContain(
    'list.csv:1: there is no column "steps": cases list --csv makes a table; whole cases are written by cases export cases.csv\n',
  )
})

test('files that cannot be read are named as they were typed, also in the line that checks them', async () => {
  for (const name of ['a b.md', 'c.md']) await writeFile(join(cases, name), '# A\n\n## Steps\n\nlost\n')
  const { stderr } = await type("cases import 'cases/a b.md' cases/c.md")
  expect(stderr).toContain("  try: testctl cases lint 'cases/a b.md' cases/c.md\n")
  expect((await type('cases import cases/c.md')).stderr).toContain('  try: testctl cases lint cases/c.md\n')
})
