import { link, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

// The files that an import writes: its report, a map.

let world: SeededWorld
const text = 'ID,Title\n1,Pay\n'
beforeEach(async () => {
  world = await createSeededWorld()
  await writeFile(join(world.folder, 'export.csv'), text)
})
afterEach(() => world.remove())
const type = (line: string) => world.type(`testctl cases import export.csv -p OLD ${line}`)
const cases = () => world.json('testctl cases list -p OLD --all')

test.each(['--report', '--write-map'])(
  '%s does not overwrite the export that is read, under any name',
  async (flag) => {
    await link(join(world.folder, 'export.csv'), join(world.folder, 'hard.csv'))
    await symlink('export.csv', join(world.folder, 'soft.csv'))
    for (const name of ['export.csv', './export.csv', 'hard.csv', 'soft.csv']) {
      expect(await type(`${flag} ${name}`)).toEqual({
        stdout: '',
        stderr: `error: ${flag} ${name} would overwrite the input export.csv\n  name another file\n`,
        exitCode: 2,
      })
      expect(await readFile(join(world.folder, 'export.csv'), 'utf8')).toBe(text)
    }
    expect(await cases()).toEqual([])
  },
)

test('--report does not overwrite the map', async () => {
  await writeFile(join(world.folder, 'map.json'), '{"name":"Title"}')
  expect((await type('--map map.json --report map.json')).stderr).toContain('would overwrite the input map.json')
})

test('a report that cannot be written is noticed before anything is sent', async () => {
  await mkdir(join(world.folder, 'sub'))
  const { stdout, stderr, exitCode } = await type('--report export.csv/losses.md')
  expect([stdout, exitCode, stderr]).toEqual([
    '',
    2,
    expect.stringContaining('export.csv/losses.md cannot be written: '),
  ])
  expect(await cases()).toEqual([])
  expect((await type('--report sub/losses.md')).exitCode).toBe(0)
  expect(await readdir(join(world.folder, 'sub'))).toEqual(['losses.md'])
})
