import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectTo } from '../../../src/store/sqlite/connection.ts'
import { worldsAfter } from '../../helpers/ground.ts'
import { readFiles } from '../../helpers/files.ts'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

// A field or column that cannot be printed is refused before the change, if testctl can know it then.

const worlds: SeededWorld[] = []
afterAll(() => Promise.all(worlds.map((world) => world.remove())))

const makeWorld = worldsAfter(createSeededWorld, async (world) => {
  await writeFile(join(world.folder, 'report.xml'), '<testsuites><testcase name="logs in"/></testsuites>')
  await writeFile(join(world.folder, 'cases.ndjson'), '{"name":"From a file"}\n')
  await world.prints('testctl config set limit 5')
  await world.prints('testctl keys create --name first')
})
const createWorld = async (): Promise<SeededWorld> => {
  const world = await makeWorld()
  worlds.push(world)
  return world
}

const resources = [
  'cases create -p WEB --name New',
  'runs create -p WEB --name New --all-cases',
  'runs update WEB-R7 --name New',
  'milestones create -p WEB --name New',
  'projects create --name New --identifier NEW --icon globe --color red',
  'comments create WEB-T7 --content New',
  'tests set WEB-T7 failed',
  'cases delete WEB-C3 --yes',
]

const answers = [
  'keys create --name New',
  'runs submit report.xml -p WEB --name New',
  'cases import cases.ndjson -p WEB',
  'cases export new.ndjson -p WEB',
  'store backup new.db',
  'store copy file:./team.db file:./new.db',
  'config set project NEW',
  'config unset limit',
  'auth login --url file:./new.db',
  'auth logout',
  'auth profile use default',
  'keys revoke first --yes',
  'completion install bash',
  'completion uninstall bash',
  'demo --file new.db',
]

/** Reads every row of the store, and every other file except the cache of completion. */
const contents = async ({ folder }: SeededWorld) => {
  const path = join(folder, 'team.db')
  const connection = connectTo({ label: path, path })
  const tables = connection.query("select name from sqlite_master where type = 'table'").rows as { name: string }[]
  const rows = tables.map(({ name }) => [name, connection.query(`select * from "${name}"`).rows])
  connection.close()
  const files = Object.entries(await readFiles(folder)).filter(([file]) => !/\/(team\.db[^/]*$|\.cache\/)/.test(file))
  return { rows, files }
}

describe.each([
  ["--template '{zzzz}'", [...resources, ...answers]],
  ['--csv --columns zzzz', [...resources, ...answers]],
])('with %s nothing is changed by', (flags, lines) => {
  // One world for all tests: none of them changes it.
  let world: SeededWorld
  let before: Awaited<ReturnType<typeof contents>>
  beforeAll(async () => {
    world = await createWorld()
    before = await contents(world)
  })

  test.each(lines)('%s', async (line) => {
    const { exitCode, stdout, stderr } = await world.type(`testctl ${line} ${flags}`, { cwd: world.folder })
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(/^error: there is no (field|column) "zzzz" in /),
    })
    expect(await contents(world)).toEqual(before)
    expect(['new.db', 'new.ndjson'].filter((file) => existsSync(join(world.folder, file)))).toEqual([])
  })
})

test.each(["--template '{zzzz}'", '--csv --columns zzzz'])('serve %s makes no store', async (flags) => {
  const world = await createWorld()
  const line = `testctl serve --store file:./new.db --port 0 ${flags}`
  expect(await world.fails(line, { cwd: world.folder })).toMatchObject({ exitCode: 2 })
  expect(existsSync(join(world.folder, 'new.db'))).toBe(false)
})

test.each(['zzzz', 'run.identifier'])('exec --template {%s} is checked before its command runs', async (field) => {
  const world = await createWorld()
  const line = `testctl exec --run WEB-R7 --report new.db --template '{${field}}' -- touch new.db`
  await world.type(line, { cwd: world.folder, env: { PATH: process.env['PATH'] ?? '' } })
  expect(existsSync(join(world.folder, 'new.db'))).toBe(field !== 'zzzz')
})

test.each(answers)('all fields of the answer can be named: %s', async (line) => {
  const [one, other] = [await createWorld(), await createWorld()]
  const fields = Object.keys(await one.json(`testctl ${line}`, { cwd: one.folder }))
  const filled = `testctl ${line} --template '${fields.map((field) => `{${field}}`).join(' ')}'`
  await other.prints(filled, { cwd: other.folder })
})
