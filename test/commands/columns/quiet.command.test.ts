import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

// --quiet prints identifiers everywhere, or is refused.

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
  await mkdir(join(world.folder, 'doubtful'))
  await writeFile(
    join(world.folder, 'doubtful', 'one.md'),
    '---\npriority: high\nseverity: low\n---\n# One\n\n## Steps\n\n1. Open\n',
  )
  await writeFile(join(world.folder, 'new.ndjson'), '{"name":"A"}\n{"name":"B"}\n')
  await writeFile(join(world.folder, 'old.csv'), 'Title,Steps,Expected\nSigns in,Open,Shown\n')
})
afterEach(() => world.remove())

const printed = async (line: string): Promise<string> =>
  (await world.type(`testctl ${line}`, { cwd: world.folder })).stdout

test('runs status: the tests that failed', async () => {
  expect(await printed('runs status WEB-R7 -q')).toBe('WEB-T11\nWEB-T12\n')
})

test('cases lint: the files with a problem, or the cases', async () => {
  expect(await printed('cases lint doubtful -q')).toBe('doubtful/one.md\n')
  expect(await printed('cases lint -p WEB -q')).toMatch(/^(WEB-C\d+\n)+$/)
})

test('cases import: the cases that it creates and changes', async () => {
  expect(await printed('cases status new.ndjson -p WEB -q')).toMatch(/^new.ndjson\S*\nnew.ndjson\S*\n(WEB-C\d+\n)+$/)
  expect(await printed('cases import new.ndjson -p WEB -q')).toBe('WEB-C15\nWEB-C16\n')
  expect(await printed('cases import new.ndjson -p WEB -q')).toBe('')
})

test('cases import --to: the files that it writes', async () => {
  expect(await printed('cases import old.csv --to made -q')).toMatch(/^made.[^ ]+\.md\n$/)
})

test('cases export: the cases that it writes', async () => {
  const all = Array.from({ length: 14 }, (_, at) => `WEB-C${at + 1}\n`)
  expect((await printed('cases export all -p WEB --dry-run -q')).split(/(?<=\n)/)).toEqual(all)
  expect((await printed('cases export all -p WEB -q')).split(/(?<=\n)/).toSorted()).toEqual(all.toSorted())
  expect(await printed('cases export all -p WEB -q')).toBe('')
})

test('api: refused, but for the rows of all pages', async () => {
  expect(await world.fails('testctl api GET /v1/projects -q')).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining('testctl api prints the raw response, which --quiet cannot show'),
  })
  expect(await printed('api GET /v1/projects --paginate -q')).toBe('WEB\nOLD\n')
})
