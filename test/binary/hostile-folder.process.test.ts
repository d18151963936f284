import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devDependencies } from '../../package.json'
import { createMachine, type Machine } from '../e2e/machine.ts'
import { isBinary, testctl } from '../helpers/program.ts'
import { type Hostile, hostile, http } from '../wire/hostile.ts'

// A folder, like a checkout of foreign code, with everything that a runtime reads or runs on its own.

const file = { TESTCTL_URL: 'file:./team.db' }
let machine: Machine
let trap: Hostile
let asked = 0
beforeAll(async () => {
  trap = await hostile(({ socket }) => {
    asked++
    socket.write(http(200, '{}'))
  })
  machine = await createMachine({ TESTCTL_URL: '' })
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(machine.folder, path)), { recursive: true })
    await writeFile(join(machine.folder, path), text)
  }
  const evil = `require('node:fs').appendFileSync(${JSON.stringify(join(machine.folder, 'ran'))}, __filename + '\\n')`
  const settings = `TESTCTL_URL=${trap.url}\nTESTCTL_API_KEY=stolen-key\nTESTCTL_LIMIT=7\n`
  for (const name of ['.env', '.env.local', '.env.production', '.env.production.local']) await write(name, settings)
  for (const name of ['bunfig.toml', '.bunfig.toml'])
    await write(name, 'preload = ["./evil.js"]\n[test]\npreload = ["./evil.js"]\n')
  await write(
    'package.json',
    '{ "main": "./evil.js", "imports": { "#*": "./evil.js" }, "bun": { "preload": "./evil.js" } }',
  )
  await write('tsconfig.json', '{ "compilerOptions": { "baseUrl": ".", "paths": { "*": ["./evil.js"] } } }')
  for (const name of [
    'evil.js',
    'index.js',
    'sqlite.node',
    'sqlite.cjs',
    'main.cjs',
    'complete.cjs',
    'jq-engine.cjs',
    'dist/main.cjs',
  ])
    await write(name, evil)
  for (const name of [...Object.keys(devDependencies), ...wanted]) {
    await write(`node_modules/${name}/index.js`, evil)
    await write(`node_modules/${name}/package.json`, '{ "main": "index.js" }')
  }
  for (const name of [
    'tree.json',
    'dist/tree.json',
    'jq.wasm.br',
    'dist/jq.wasm.br',
    'llhttp.wasm',
    'dist/llhttp.wasm',
  ])
    await write(name, 'garbage')
  await write('src/demo/junit.xml', '<testsuite name="evil"/>')
  await write('report.xml', '<testsuite><testcase name="logs in"/></testsuite>')
  await machine.aside('testctl projects create --name Web --identifier WEB', { env: file })
})
afterAll(async () => {
  await trap.close()
  await machine.remove()
})

// Packages that the packages in the bundle may try to load.
const wanted = [
  'picomatch',
  'ws',
  'pg-native',
  'pg-cloudflare',
  'supports-color',
  'debug',
  'node-gyp-build',
  'bufferutil',
  'pino-pretty',
]

/** Returns whether code in the folder has run, and how many requests its address got. */
const harm = async () => ({ ran: (await readdir(machine.folder)).includes('ran'), asked })

test.for<[line: string, exitCode: number, env?: Record<string, string>]>([
  ['testctl --version', 0],
  ['testctl --help', 0],
  ['testctl __complete -- tests s', 0],
  ['testctl projects list', 2],
  ['testctl tests set WEB-T1 passed', 2],
  ['testctl demo', 0],
  ['testctl projects create --name App --identifier APP', 0, file],
  ['testctl projects list --jq .', 0, { ...file, PATH: '' }],
  ['testctl runs submit rep*.xml -p WEB --name Nightly --create-cases', 0, file],
  ['testctl reports read **/*.xml', 0],
  ['testctl config list --json', 0],
  ['testctl store check', 0, file],
  ['testctl projects list --proxy http://127.0.0.1:1 --timeout 1s', 2],
])('%s neither reads nor runs what lies there', async ([line, exitCode, env]) => {
  const seen = await machine.type(line, env && { env })
  expect(seen).toMatchObject({ exitCode })
  expect(seen.stdout + seen.stderr).not.toMatch(/stolen-key|garbage|evil\.js/)
  expect(await harm()).toEqual({ ran: false, asked: 0 })
})

test('no setting comes from there', async () => {
  const { stdout } = await machine.type('testctl config list --json')
  expect(stdout).not.toContain(trap.url)
  expect(stdout).not.toContain('stolen')
})

test.skipIf(!isBinary)(
  'what lies there would be read, and run, by a runtime that looks: the check can fail',
  async () => {
    const [program = ''] = testctl([])
    const env = { ...machine.env, BUN_BE_BUN: '1', TESTCTL_URL: undefined }
    const { stdout } = await execa(program, ['-p', 'process.env.TESTCTL_LIMIT'], {
      cwd: machine.folder,
      env,
      extendEnv: false,
    })
    expect(stdout).toBe('7')
    expect((await harm()).ran).toBe(true)
    await rm(join(machine.folder, 'ran'))
  },
)
