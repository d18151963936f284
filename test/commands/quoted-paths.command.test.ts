import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { worldsAfter } from '../helpers/ground.ts'
import { createWorld, type World } from '../helpers/world.ts'

// Users paste hints into a shell: a path in a hint stays one word, whatever characters it has.

const name = "it's a; b"
const quoted = `it'\\''s a; b`
let world: World
const makeWorld = worldsAfter(createWorld, async (world) => {
  mkdirSync(join(world.folder, name))
  await world.type('testctl projects create --name Web --identifier WEB')
})
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.remove())

const files: Record<string, string | Buffer> = {
  'report.xml': '<testsuites><testsuite name="s"><testcase name="a" classname="b"/></testsuite></testsuites>',
  'known.ndjson': '{"identifier": "WEB-C1", "name": "Login"}\n',
  'latin.csv': Buffer.from('identifier,name\n,Caf\xe9\n', 'latin1'),
  'export.json': '{"suites": [{"cases": []}]}',
  'bad.ndjson': '{"name": 1}\n',
  'good/x.md': '# Login\n',
}

test.each<[line: string, hint: string, env?: Record<string, string>]>([
  ['cases import "NAME/report.xml" -p WEB', `testctl runs submit -p WEB 'NAME/report.xml'`],
  ['cases create --from "NAME/known.ndjson" -p WEB', `testctl cases import -p WEB 'NAME/known.ndjson'`],
  ['cases import "NAME/latin.csv" -p WEB', `testctl cases import -p WEB 'NAME/latin.csv' --encoding windows-1252`],
  ['cases import "NAME/good" "NAME/export.json" -p WEB', `testctl cases import -p WEB 'NAME/export.json'`],
  ['cases import "NAME/bad.ndjson" -p WEB', `testctl cases lint 'NAME/bad.ndjson'`],
  ['runs submit "NAME/good" -p WEB --name x', `'NAME/good/*.xml'`],
  ['store check --store "file:./NAME/absent.db"', `ls './NAME'`],
  ['store copy file:./team.db "file:./NAME/none/a.db"', `mkdir -p './NAME/none'`],
  ['projects create --name A --identifier A', `mkdir -p 'FOLDER/NAME/none'`, { TESTCTL_URL: 'file:./NAME/none/a.db' }],
  ['doctor', `mkdir -p 'FOLDER/NAME/none'`, { TESTCTL_URL: 'file:./NAME/none/a.db' }],
  ['doctor', `chmod 600 'FOLDER/NAME/open.db'`, { TESTCTL_URL: 'file:./NAME/open.db' }],
])('%s: %s', async (line, hint, env = {}) => {
  for (const [path, content] of Object.entries({ ...files, 'open.db': '' })) {
    mkdirSync(join(world.folder, name, path, '..'), { recursive: true })
    writeFileSync(join(world.folder, name, path), content, { mode: 0o644 })
  }
  const placed = Object.fromEntries(Object.entries(env).map(([key, value]) => [key, value.replace('NAME', name)]))
  const seen = await world.type(`testctl ${line.replaceAll('NAME', name)}`, { cwd: world.folder, env: placed })
  // TSV doubles a backslash.
  const said = (seen.stdout + seen.stderr).replaceAll('\\\\', '\\')
  expect(said).toContain(hint.replace('FOLDER', world.folder).replace('NAME', () => quoted))
})
