import { lstat, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

// DECISIONS 281

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const inFolder = (name: string) => join(world.folder, name)

// Windows has no named pipes in the file system.
test.skipIf(process.platform === 'win32').each([
  ['store backup pipe', 'pipe is a device or a pipe\n  name a file, such as backup.db\n'],
  ['store backup pipe --force', 'pipe is a device or a pipe\n  name a file, such as backup.db\n'],
  ['store check --store file:./pipe', './pipe is a device or a pipe, not a store\n  name a file: file:./team.db\n'],
  ['demo --file pipe', './pipe is a device or a pipe, not a store\n  name a file: file:./team.db\n'],
])('%s refuses what is no file, and leaves it', async (line, expected) => {
  await execa('mkfifo', [inFolder('pipe')])
  expect(await world.fails(`testctl ${line}`)).toEqual({ exitCode: 2, stderr: `error: ${expected}` })
  expect((await lstat(inFolder('pipe'))).isFIFO()).toBe(true)
})

test('a backup replaces what a link leads to, and the link stays', async () => {
  await writeFile(inFolder('real.db'), 'old')
  await symlink('real.db', inFolder('link.db'))
  await world.prints('testctl store backup link.db --force')
  expect((await lstat(inFolder('link.db'))).isSymbolicLink()).toBe(true)
  expect((await readFile(inFolder('real.db'))).subarray(0, 6).toString()).toBe('SQLite')
})

test('a link to a file that is not there yet makes that file; one that leads to itself is named', async () => {
  await symlink('new.db', inFolder('link.db'))
  await world.prints('testctl store backup link.db')
  expect((await lstat(inFolder('new.db'))).isFile()).toBe(true)
  await symlink('circle.db', inFolder('circle.db'))
  const { exitCode, stderr } = await world.fails('testctl store backup circle.db --force')
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: 'error: circle.db cannot be written: it is a link that leads to itself\n  name a file that you may write\n',
  })
})
