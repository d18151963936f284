import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

test('the counts of an export mean what its text says', async () => {
  const first = await world.json<{ counts: object }>('testctl cases export e -p WEB', { cwd: world.folder })
  expect(first.counts).toMatchObject({ new: 14, changed: 0, unchanged: 0, notImported: 0 })
  await world.prints('testctl cases update WEB-C1 --name Renamed')
  await writeFile(join(world.folder, 'e', 'mine.md'), '# Mine\n\n## Steps\n\n- do it\n')
  const text = await world.prints('testctl cases export e -p WEB --dry-run', { cwd: world.folder })
  expect(text).toMatch(/^~ 1 changed \(name 1\) {2}\? 1 not imported {2}= 13 unchanged\n/)
  const second = await world.json<{ counts: object }>('testctl cases export e -p WEB', { cwd: world.folder })
  expect(second.counts).toMatchObject({ new: 0, changed: 1, fields: { name: 1 }, notImported: 1, unchanged: 13 })
})
