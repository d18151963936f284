import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SeededWorld } from '../../../helpers/seed.ts'
import { worldsOfFewCases } from '../few-cases.ts'

// The names of files and cases in commands and messages.

let world: SeededWorld
const makeWorld = worldsOfFewCases()
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.remove())
const type = (line: string) => world.type(`testctl ${line}`, { cwd: world.folder })
const isFolder = (name: string) => stat(join(world.folder, name)).then((found) => found.isDirectory())

test.each(['report.xlsx', 'cases.md', 'all.TXT'])('an export into a new %s makes no folder', async (name) => {
  const { exitCode, stderr } = await type(`cases export ${name} -p WEB`)
  expect(exitCode).toBe(2)
  expect(stderr).toBe(
    `error: cases are not exported into a file that ends in ${/\.\w+$/.exec(name)![0]}\n` +
      `  name a file, .csv, .ndjson, .json or .yaml, or a folder: ${name}/\n`,
  )
  await expect(isFolder(name)).rejects.toThrow('ENOENT')
  expect((await type(`cases export ${name}/ -p WEB`)).exitCode).toBe(0)
  expect(await isFolder(name)).toBe(true)
  expect((await type(`cases export ${name} -p WEB`)).exitCode).toBe(0)
})

test.each(['v1.2', '.hidden', 'cases.csv/'])('an export into a new %s makes a folder', async (name) => {
  expect((await type(`cases export ${name} -p WEB`)).exitCode).toBe(0)
  expect(await isFolder(name)).toBe(true)
})

test.each([
  ['cases.ndjson', '{"identifier":"WEB-C901","name":"a"}\n{"identifier":"WEB-C902","name":"b"}\n', 2],
  ['cases.yaml', '- identifier: WEB-C901\n  name: a\n- identifier: WEB-C902\n  name: b\n', 3],
])('the first item of %s is named with its line, as the second', async (name, text, second) => {
  await writeFile(join(world.folder, name), text)
  const { stderr } = await type(`cases import ${name} -p WEB`)
  expect(stderr).toContain(`- ${name}:1: there is no case WEB-C901`)
  expect(stderr).toContain(`- ${name}:${second}: there is no case WEB-C902`)
})
