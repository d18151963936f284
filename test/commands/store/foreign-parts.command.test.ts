import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectTo } from '../../../src/store/sqlite/connection.ts'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

// Triggers and the like that another program put into the file of a store.

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const change = (...statements: string[]): void => {
  const path = join(world.folder, 'team.db')
  const connection = connectTo({ label: path, path })
  for (const statement of statements) connection.query(statement)
  connection.close()
}
const mischief = `create trigger "it's mine" after update on tests begin update tests set result = 'passed'; end`
const lines = [
  'tests set WEB-T1 failed',
  'runs list -p WEB',
  'keys list --store file:./team.db',
  'serve --store file:./team.db --port 0',
  'store restore team.db --store file:./other.db --yes',
]

test.each(lines)('a trigger that could change results is named, and refused by %s', async (line) => {
  change(mischief)
  const { exitCode, stderr } = await world.fails(`testctl ${line}`, { cwd: world.folder })
  expect(exitCode).toBe(2)
  expect(stderr).toMatch(
    /^error: the store \S*team\.db has a trigger "it's mine", which could change what is stored in tests\n/,
  )
  expect(stderr).toMatch(/ store without it: testctl store copy \S*team\.db file:\.\/copied\.db\n$/)
})

test('so is one that writes the name of the table in capitals', async () => {
  change(mischief.replace('on tests', 'on TESTS'))
  const { exitCode, stderr } = await world.fails('testctl tests set WEB-T1 failed', { cwd: world.folder })
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('which could change what is stored in TESTS\n')])
})

test('doctor names it, and in a copy all goes on', async () => {
  change(mischief)
  const { stdout, exitCode } = await world.type('testctl doctor', { cwd: world.folder })
  expect([exitCode, stdout]).toEqual([2, expect.stringContaining(`has a trigger "it's mine"`)])
  await world.prints('testctl store copy file:./team.db file:./copied.db', { cwd: world.folder })
  const typed = { cwd: world.folder, env: { TESTCTL_URL: 'file:./copied.db' } }
  await world.prints('testctl tests set WEB-T1 failed', typed)
  expect(await world.prints('testctl tests get WEB-T1 --columns result', typed)).toBe('failed\n')
})

test('a store of an earlier version is copied without it as well', async () => {
  const old = await readFile(new URL('../../store/maintenance/fixtures/version-2.sql', import.meta.url), 'utf8')
  const path = join(world.folder, 'old.db')
  const connection = connectTo({ label: path, path })
  for (const statement of [...old.split(/;\n/).filter((one) => one.trim() !== ''), mischief])
    connection.query(statement)
  connection.close()
  const typed = { cwd: world.folder, env: { TESTCTL_URL: 'file:./copied.db' } }
  for (const line of ['store migrate', 'store migrate --dry-run'])
    expect(await world.fails(`testctl ${line} --store file:./old.db`, typed)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('testctl store copy file:./old.db file:./copied.db'),
    })
  expect((await readdir(world.folder)).filter((name) => name.startsWith('old.'))).toEqual(['old.db'])
  await world.prints('testctl store copy file:./old.db file:./copied.db', typed)
  expect(await world.prints('testctl projects list -q', typed)).toContain('WEB')
})

test('what check advises about it names the store', async () => {
  change(mischief)
  const { stdout } = await world.type('testctl store check --store file:./team.db', { cwd: world.folder })
  expect(stdout).toContain('testctl store restore FILE --store file:./team.db)')
})

test('a view in the place of a table is refused', async () => {
  change('pragma foreign_keys = off', 'drop table comments', 'create view comments as select 1 as id')
  expect(await world.fails('testctl runs list -p WEB')).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining('has a view instead of its table comments'),
  })
})

test('a view of another name, and a trigger on it, are nobody’s harm', async () => {
  change(
    'create view failures as select * from tests',
    'create trigger seen instead of delete on failures begin select 1; end',
  )
  await world.prints('testctl tests set WEB-T1 failed')
})
