import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { codeFolder, help, keepCode } from './kept-code.ts'
import { createMachine, type Machine } from './machine.ts'
import { serve } from './serving.ts'

let machine: Machine
beforeEach(async () => {
  machine = await createMachine({ XDG_CACHE_HOME: '' })
})
afterEach(() => machine.remove())

const folder = () => codeFolder(machine)
const kept = () => readdirSync(folder()).map((name) => join(folder(), name))
const works = async (env: Record<string, string> = {}) =>
  expect(await help(machine, env)).toMatchObject({
    stdout: expect.stringContaining('--json'),
    stderr: '',
    exitCode: 0,
  })

test('a second start finds the compiled code of the first, which nobody else can read', async () => {
  await works()
  const files = () =>
    kept().map((file) => ({ file, mtimeMs: statSync(file).mtimeMs, mode: statSync(file).mode & 0o777 }))
  const first = files()
  expect(new Set(first.map(({ mode }) => mode))).toEqual(new Set([0o600]))
  expect(statSync(folder()).mode & 0o777).toBe(0o700)
  await works()
  expect(files()).toEqual(first)
})

test.each<[string, (code: Buffer) => Buffer]>([
  // In whole sectors, as a disk garbles it: the checksum reads one word of every 512 bytes.
  ['garbled', (code) => code.fill(0x5a, code.length / 2, code.length / 2 + 1024)],
  ['cut short', (code) => code.subarray(0, 1000)],
  ['empty', () => Buffer.alloc(0)],
  ['all zeros', (code) => code.fill(0)],
  ['of unknown verbs', (code) => Buffer.from(code.toString('latin1').replace('"verbs"', '"verbz"'), 'latin1')],
])('compiled code that is %s is made anew', async (_, spoil) => {
  await keepCode(machine)
  const [file = ''] = kept()
  const whole = readFileSync(file)
  writeFileSync(file, spoil(Buffer.from(whole)))
  await works()
  expect(readFileSync(file).length).toBeGreaterThan(whole.length / 2)
})

/** Returns what the first cache file contains: the verbs that have run, and the files of the bundle that they loaded. */
const inFirst = (): { verbs: string[]; loaded: string[] } => {
  const bytes = readFileSync(kept()[0] ?? '')
  const index: { verbs: string[]; files: [string][] } = JSON.parse(
    bytes.toString('latin1', 4, 4 + bytes.readUInt32LE(0)),
  )
  return { verbs: index.verbs, loaded: index.files.map(([name]) => name) }
}

test('a command on a store in a file loads what it needs of the bundle, and nothing else', async () => {
  await machine.type('testctl projects create --name Web --identifier WEB')
  expect(inFirst().loaded.filter((name) => name !== 'sqlite.cjs')).toEqual([
    'main.cjs',
    'noun-projects.cjs',
    'nouns.cjs',
    'nouns-but-tests.cjs',
    'wire.cjs',
    'embedded.cjs',
  ])
})

test('the first run of each verb of a noun adds its code to that of the others, and no later one writes', async () => {
  const runs = ['create --name Web --identifier WEB', 'list', 'get WEB', 'list', 'get WEB']
  const seen: { verbs: string[]; mtimeMs: number }[] = []
  for (const run of runs) {
    expect(await machine.type(`testctl projects ${run}`)).toMatchObject({ exitCode: 0 })
    seen.push({ verbs: inFirst().verbs, mtimeMs: statSync(kept()[0]!).mtimeMs })
  }
  expect(seen.map(({ verbs }) => verbs.join(' '))).toEqual([
    'create',
    'create list',
    'create list get',
    'create list get',
    'create list get',
  ])
  expect(seen[4]!.mtimeMs).toBe(seen[2]!.mtimeMs)
})

test('what a command loads after it has asked a service is found by the next one as well', async () => {
  await machine.aside('testctl demo')
  const { url, key } = await serve(machine, '--store file:./testctl-demo.db')
  const env = { TESTCTL_URL: url, TESTCTL_API_KEY: key }
  const seen: number[] = []
  for (let run = 0; run < 2; run++) {
    expect(await machine.type('testctl runs get DEMO-R1', { env })).toMatchObject({ exitCode: 0, stderr: '' })
    seen.push(statSync(kept().find((file) => file.includes('main.cjs-runs-')) ?? '').mtimeMs)
  }
  expect(seen[1]).toBe(seen[0])
})

test('where nothing can be kept, everything works all the same', async () => {
  writeFileSync(join(machine.folder, '.cache'), 'not a folder')
  await works()
  await works({ HOME: '' })
})

test('where a disk calls a folder missing that it will not make, a command ends all the same', async () => {
  const lost = { HOME: '/proc', XDG_CONFIG_HOME: '/proc/self/no/such' }
  await works(lost)
  const line = 'testctl projects create --name Web --identifier WEB'
  expect(await machine.type(line, { env: lost })).toMatchObject({ stderr: '', exitCode: 0 })
  expect(await machine.typeHere('testctl completion install zsh', { env: lost })).toMatchObject({ exitCode: 2 })
  expect(await machine.typeHere('testctl config set project WEB', { env: lost })).toMatchObject({ exitCode: 2 })
})

test('NODE_DISABLE_COMPILE_CACHE=1 keeps nothing', async () => {
  await works({ NODE_DISABLE_COMPILE_CACHE: '1' })
  expect(readdirSync(machine.folder)).not.toContain('.cache')
})

test('a command that failed leaves no code behind', async () => {
  await machine.type('testctl nonsense')
  expect(readdirSync(machine.folder)).not.toContain('.cache')
})
