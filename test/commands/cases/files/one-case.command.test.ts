import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

// A JSON file with a single case instead of an array, as `cases get --json` prints it.

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())
const path = () => join(world.folder, 'one.json')
const type = (line: string) => world.type(`testctl ${line}`, { cwd: world.folder })

test('what cases get --json printed is imported, after it was edited', async () => {
  const got = await world.prints('testctl cases get WEB-C1 --json')
  await writeFile(path(), got)
  expect(await type('cases import one.json -p WEB')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('= 1 unchanged'),
  })
  await writeFile(path(), JSON.stringify({ ...JSON.parse(got), name: 'edited' }))
  expect(await type('cases import one.json -p WEB')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('1 changed (name 1)'),
  })
})

test('one that is new is created once, and its file stays one case', async () => {
  await writeFile(path(), '{"name":"Alone","steps":[{"action":"a","expectation":"b"}]}')
  expect(await type('cases import one.json -p OLD')).toMatchObject({ exitCode: 0, stdout: '+ 1 new  = 0 unchanged\n' })
  expect(JSON.parse(await readFile(path(), 'utf8'))).toMatchObject({ identifier: 'OLD-C1', name: 'Alone' })
  expect(await type('cases import one.json -p OLD')).toMatchObject({ exitCode: 0, stdout: '= 1 unchanged\n' })
})

describe('other JSON is no case', () => {
  test.each([
    ['a package', '{"name":"x","version":"1.0.0"}'],
    ['an export of Qase', '{"name":"Shop","suites":[{"title":"a","cases":[{"title":"b","steps":[]}]}]}'],
  ])('%s', async (_, text) => {
    await writeFile(path(), text)
    expect((await type('cases import one.json -p WEB --dry-run')).stderr).not.toContain('one.json:1')
    expect(await type('cases export one.json -p WEB')).toMatchObject({ exitCode: 2 })
  })
})
