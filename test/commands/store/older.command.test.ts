import { copyFile, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectTo } from '../../../src/store/sqlite/connection.ts'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

// old.db, a store of an earlier testctl, next to the store that is the service.

const fixture = resolve(import.meta.dirname, '../../store/maintenance/fixtures/version-2.sql')

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
  const connection = connectTo({ label: 'old.db', path: join(world.folder, 'old.db') })
  for (const statement of (await readFile(fixture, 'utf8')).split(/;\n/))
    if (statement.trim() !== '') connection.query(statement)
  connection.close()
})
afterEach(() => world.remove())

test('the next step of a check is about the store that was checked', async () => {
  const { stdout } = await world.type('testctl store check --store file:./old.db')
  const [, line = ''] = /upgrade it: (.*)\)\n/.exec(stdout) ?? []
  expect(line).toBe('testctl store migrate --store file:./old.db')
  expect(await world.prints(line)).toContain('Upgraded ./old.db from version 2 to 3')
  expect(await world.prints('testctl store check --store file:./old.db')).toContain('No problems found')
})

test('a command that opens it says once that it was upgraded, and that an older testctl may refuse it', async () => {
  const env = { TESTCTL_URL: 'file:./old.db' }
  const first = await world.type('testctl projects list -q', { env })
  expect(first).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('WEB\n') as string })
  expect(first.stderr).toMatch(
    /^warning: upgraded the store \S*old\.db from version 2 to 3: an older testctl may refuse it\n$/,
  )
  expect((await world.type('testctl projects list -q', { env })).stderr).toBe('')
})

test('what fails at a copy into a store that has something is done by the line below it', async () => {
  await world.prints('testctl store copy file:./team.db file:./b.db')
  await copyFile(join(world.folder, 'old.db'), join(world.folder, 'source.db'))
  const { stderr } = await world.fails('testctl store copy file:./source.db file:./b.db')
  const [, line = ''] = /to replace its contents: (.*)\n/.exec(stderr) ?? []
  expect(line).toBe('testctl store restore file:./source.db --store file:./b.db')
  expect(await world.prints(`${line} --yes`)).toContain('Restored ./source.db into ./b.db')
})
