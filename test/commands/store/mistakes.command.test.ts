import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const database = 'postgres://ana:s3cret@127.0.0.1:1/team'
const shown = 'postgres://ana:***@127.0.0.1:1/team'

test.each([
  [`store check ${database}`, `--store ${shown}`],
  [`serve ${database}`, `--store ${shown}`],
  [`keys list ${database}`, `--store ${shown}`],
  [`store ${database}`, `unknown command '${shown}'`],
  [`cases import ${database}`, shown],
  [`store backup ${database}`, `${shown} is an address, not a file\n  name a file; for the store, add --store`],
  [`store restore ${database} --store file:./team.db`, `${shown} is an address, not a file`],
])('testctl %s shows no password of a database', async (line, expected) => {
  const { exitCode, stderr } = await world.fails(`testctl ${line}`)
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(expected) as string })
  expect(stderr).not.toContain('s3cret')
})

test('a folder that is missing, or in the place of a file, is named', async () => {
  await mkdir(join(world.folder, 'd'))
  await world.prints('testctl store backup b.db')
  for (const [line, expected] of [
    ['restore b.db --store file:./nodir/t.db', 'there is no folder ./nodir for ./nodir/t.db\n  mkdir -p ./nodir\n'],
    ['backup d', 'd is a folder\n  name a file in it: d/backup.db\n'],
    ['backup d --force', 'd is a folder\n  name a file in it: d/backup.db\n'],
  ])
    expect(await world.fails(`testctl store ${line}`)).toEqual({ exitCode: 2, stderr: `error: ${expected}` })
})

test.each([
  ['backup -', 'store backup takes the name of a file\n  name a file, such as backup.db\n'],
  ['restore - --yes', 'store restore takes the name of a file\n  name a backup, such as backup.db\n'],
  ["backup ''", 'store backup takes the name of a file\n  it is empty: is a variable of the script not set?\n'],
  ["backup '' --force", 'store backup takes the name of a file\n  it is empty: is a variable of the script not set?\n'],
])('store %s names no file, and nothing is made', async (line, expected) => {
  const before = await readdir(world.folder)
  expect(await world.fails(`testctl store ${line}`)).toEqual({ exitCode: 2, stderr: `error: ${expected}` })
  expect(await readdir(world.folder)).toEqual(before)
})

test('a file that is no backup is not restored, and the advice names backups', async () => {
  await writeFile(join(world.folder, 'notes.txt'), 'My notes\n')
  expect(await world.fails('testctl store restore notes.txt --yes')).toEqual({
    exitCode: 2,
    stderr:
      'error: notes.txt is not a testctl store\n  name the file of a store or of a backup; a file that does not exist yet becomes a new store\n',
  })
})
