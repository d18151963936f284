import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SeededWorld } from '../../../helpers/seed.ts'
import { worldsOfFewCases } from '../few-cases.ts'

// An exported file that no longer says which case it is: that case is neither deleted nor created again.

let world: SeededWorld
const type = (line: string) => world.type(`testctl ${line}`, { cwd: world.folder })
const file = (name: string) => join(world.folder, 'cases', name)
const login = 'WEB-C1-logs-in.md'
const loseLine = async (name = login) =>
  writeFile(file(name), (await readFile(file(name), 'utf8')).replace('case: WEB-C1\n', ''))
const count = async () => (await world.json<object[]>('testctl cases list -p WEB --all')).length

const makeWorld = worldsOfFewCases((world) => world.prints('testctl cases export cases -p WEB', { cwd: world.folder }))
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.remove())

describe.each([
  ['its line case:', () => loseLine()],
  ['its form', () => writeFile(file(login), '# A page\n\nwhich is none\n')],
  ['all its text', () => writeFile(file(login), '')],
])('a file that has lost %s', (_what, lose) => {
  beforeEach(lose)

  test.each(['', ' --prune --yes'])('is told by cases import%s, which leaves its case alone', async (flags) => {
    const { stdout, stderr, exitCode } = await type(`cases import cases${flags}`)
    expect({ stdout, exitCode }).toEqual({
      stdout: `! 1 without its case  = 2 unchanged
! WEB-C1 ${login}: it has lost its line case: WEB-C1; the case is left as it is
`,
      exitCode: 7,
    })
    expect(stderr).toContain('error: 1 file without the case of its name\n')
    expect(stderr).toContain(`- ${login}: write the line case: WEB-C1 back`)
    expect(stderr).not.toContain('not a case')
    expect([await count(), (await type('cases get WEB-C1')).exitCode]).toEqual([3, 0])
  })

  test('differs, for cases status', async () => {
    expect(await type('cases status cases --exit-code')).toMatchObject({ exitCode: 8 })
  })
})

test('what is written back is the case again', async () => {
  await loseLine()
  expect((await type('cases import cases')).exitCode).toBe(7)
  await writeFile(file(login), (await readFile(file(login), 'utf8')).replace('---\n', '---\ncase: WEB-C1\n'))
  expect(await type('cases import cases')).toMatchObject({ stdout: '= 3 unchanged\n', exitCode: 0 })
})

test('a copy without the line becomes a new case beside the one that has it', async () => {
  await copyFile(file(login), file('WEB-C1-copy.md'))
  await loseLine('WEB-C1-copy.md')
  expect((await type('cases import cases')).stdout).toBe('+ 1 new  = 3 unchanged\n')
})

test('under another name it is a new case, and the old one is deleted with --prune', async () => {
  await loseLine()
  await rename(file(login), file('login.md'))
  expect((await type('cases import cases --prune --yes')).stdout).toContain('deleted WEB-C1')
})

test('a file that is gone still counts as deleted', async () => {
  await rm(file(login))
  expect((await type('cases import cases --prune --yes')).stdout).toContain('deleted WEB-C1')
})
