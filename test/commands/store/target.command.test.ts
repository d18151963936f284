import { link, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

// Targets that `store backup` refuses even with --force.

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const inFolder = (name: string) => join(world.folder, name)
const backUp = (name: string) => world.fails(`testctl store backup ${name} --force`)

test('the store itself is none of its backups, by whatever name', async () => {
  await link(inFolder('team.db'), inFolder('hard.db'))
  await symlink('team.db', inFolder('soft.db'))
  const before = await readFile(inFolder('team.db'))
  for (const name of ['team.db', './team.db', 'hard.db', 'soft.db']) {
    const { stderr, exitCode } = await backUp(name)
    expect({ stderr, exitCode }).toEqual({
      exitCode: 2,
      stderr: expect.stringMatching(/^error: \S+ is the store itself\n {2}name another file\n$/) as string,
    })
  }
  expect((await readFile(inFolder('team.db'))).equals(before)).toBe(true)
})

test.for([
  'store restore team.db --store file:link.db --yes',
  'store restore team.db --store file:link.db --dry-run',
  'store copy file:team.db file:link.db',
])('a store is neither restored from nor copied into itself: %s', async (line) => {
  await symlink('team.db', inFolder('link.db'))
  const before = await readFile(inFolder('team.db'))
  expect(await world.fails(`testctl ${line}`)).toEqual({
    exitCode: 2,
    stderr: expect.stringMatching(/^error: \S+ is the store itself\n {2}name another file\n$/) as string,
  })
  expect((await readFile(inFolder('team.db'))).equals(before)).toBe(true)
})

test('a file whose log is beside it is in use, or was not closed', async () => {
  await writeFile(inFolder('old.db'), 'old')
  await writeFile(inFolder('old.db-wal'), 'log')
  expect(await backUp('old.db')).toEqual({
    exitCode: 2,
    stderr: 'error: old.db has a log beside it, old.db-wal: it is in use, or was not closed\n  name another file\n',
  })
  expect(await readFile(inFolder('old.db'), 'utf8')).toBe('old')
})

test('a folder is no file', async () => {
  await mkdir(inFolder('backups'))
  expect(await backUp('backups')).toEqual({
    exitCode: 2,
    stderr: `error: backups is a folder\n  name a file in it: ${join('backups', 'backup.db')}\n`,
  })
})
