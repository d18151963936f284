import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
  await world.prints('testctl store backup backup.db')
})
afterEach(() => world.remove())

/** Copies the backup and overwrites pages of the copy: from the second to the page number `pages`, or to the end. */
const damage = async (name: string, pages?: number) => {
  const path = join(world.folder, name)
  await copyFile(join(world.folder, 'backup.db'), path)
  const bytes = await readFile(path)
  await writeFile(path, bytes.fill(0xa5, 4096, pages && 4096 * pages))
}

const restoring = 'restore the last backup into a new file: testctl store restore FILE --store file:./restored.db'

test('what is said of a damaged store leads to a store that is whole', async () => {
  await damage('torn.db')
  const inPlace = await world.fails('testctl store restore backup.db --store file:./torn.db --yes')
  expect(inPlace.exitCode).toBe(6)
  expect(inPlace.stderr).toMatch(/^error: the store \.\/torn\.db is damaged: /)
  expect(inPlace.stderr).toContain(`\n  ${restoring}\n`)
  const checked = await world.type('testctl store check --store file:./torn.db')
  expect(checked.stdout).toContain(`(${restoring})`)
  await world.prints('testctl store restore backup.db --store file:./restored.db')
  expect(await world.prints('testctl store check --store file:./restored.db')).toContain('No problems found')
})

test('a damaged backup is called a backup, and another one is asked for', async () => {
  await damage('torn.db', 9)
  const { exitCode, stderr } = await world.fails('testctl store restore torn.db --store file:./restored.db')
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringMatching(
      /^error: bytes of the backup torn\.db have changed .*\n {2}restore another one;/,
    ) as string,
  })
})
