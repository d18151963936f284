import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

// Folders that contain other files than Markdown.

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
  await mkdir(join(world.folder, 'in'))
})
afterEach(() => world.remove())
const file = (name: string, text: string) => writeFile(join(world.folder, 'in', name), text)
const type = (line: string) => world.type(`testctl ${line}`, { cwd: world.folder })
const feature = 'Feature: F\n  Scenario: S\n    Given a\n'

describe('a folder without cases is refused', () => {
  test.each([
    ['that is empty', {}, 'testctl help case-files'],
    ['with a README alone', { 'README.md': '# About\n' }, 'testctl help case-files'],
    [
      'with files that are no exports',
      { 'package.json': '{"name":"x"}', 'pom.xml': '<project2/>' },
      'testctl help case-files',
    ],
    ['with a CSV', { 'qase.csv': 'id,title\n1,A\n' }, 'testctl cases import -p WEB in/qase.csv'],
    ['with an empty CSV', { 'a.csv': '' }, 'testctl help case-files'],
    [
      'with an empty CSV before another',
      { 'a.csv': '', 'qase.csv': 'id,title\n1,A\n' },
      'testctl cases import -p WEB in/qase.csv',
    ],
    [
      'with an XML of TestLink',
      { 'a.xml': '<testcases><testcase internalid="1" name="A"></testcase></testcases>' },
      'testctl cases import -p WEB in/a.xml',
    ],
    ["with testctl's own JSON", { 'a.json': '[{"name":"A"}]' }, 'testctl cases import -p WEB in/a.json'],
  ])('%s', async (_, files, hint) => {
    for (const [name, text] of Object.entries(files)) await file(name, text)
    for (const flag of ['', ' --dry-run'])
      expect(await type(`cases import in -p WEB${flag}`)).toEqual({
        stdout: '',
        stderr: `error: there is no case in in\n  try: ${hint.replace('-p WEB', `-p WEB${flag}`)}\n`,
        exitCode: 2,
      })
  })
})

test('a folder whose cases were all deleted since is no empty one', async () => {
  await world.prints('testctl cases export in -p WEB', { cwd: world.folder })
  for (const name of await readdir(join(world.folder, 'in')))
    if (name.endsWith('.md')) await rm(join(world.folder, 'in', name))
  expect((await type('cases import in --dry-run')).stdout).toContain('- 14 deleted here (--prune)')
})

test('what a folder has besides its Markdown is named, with how to read it', async () => {
  await file('a.md', '# A\n\n## Steps\n\n1. go\n')
  await file('b.feature', feature)
  await file('c d.csv', 'id,title\n1,A\n')
  const { stdout, stderr, exitCode } = await type('cases import in -p OLD')
  expect({ stdout, exitCode }).toEqual({ stdout: '+ 1 new  = 0 unchanged\n', exitCode: 0 })
  expect(stderr).toBe(
    'warning: not read, because a folder is read for its Markdown: in/b.feature, in/c d.csv\n  try: testctl cases import in/b.feature\n',
  )
})

test('a README beside feature files is none of them', async () => {
  await file('README.md', '# About\n')
  await file('b.feature', feature)
  expect((await type('cases import in -p WEB')).stdout).toBe('+ 1 new  = 0 unchanged\n')
})
