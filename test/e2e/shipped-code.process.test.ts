import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { once } from '../../src/system/async/once.ts'
import { root, splitWords } from '../helpers/world.ts'
import { foreignCode } from './foreign-code.ts'
import { install } from './installed.ts'
import { createMachine, type Machine } from './machine.ts'

// The compiled code of the build is for the version of Node.js that built it, which also runs these tests. DECISIONS 129

let machine: Machine
let place: string
beforeEach(async () => {
  machine = await createMachine({ XDG_CACHE_HOME: '' })
  place = join(machine.folder, 'installed')
  install(place)
})
afterEach(() => machine.remove())

const type = async (line: string, env: Record<string, string> = {}): Promise<string> => {
  const [, ...words] = splitWords(line)
  const { stdout } = await promisify(execFile)(process.execPath, [join(place, 'bin/testctl.js'), ...words], {
    cwd: machine.folder,
    env: { HOME: machine.folder, TESTCTL_URL: 'file:./testctl-demo.db', ...env },
  })
  return stdout
}

const own = () => join(machine.folder, '.cache/testctl/code')
const shipped = (use: string): string => {
  const folder = join(place, 'dist/code')
  const name = readdirSync(folder).find((found) => found.startsWith(`main.cjs-${use}-${process.versions.v8}-`))
  return join(folder, name ?? `nothing for ${use}`)
}

test('the first commands find code that came along, and keep none of their own', async () => {
  for (const line of [
    'testctl --version',
    'testctl --help',
    'testctl demo',
    'testctl tests list DEMO-R1',
    'testctl tests set DEMO-T1 passed',
    'testctl runs status DEMO-R1',
    'testctl cases list --project DEMO',
    `testctl runs submit ${join(place, 'src/demo/junit.xml')} --run DEMO-R1`,
  ])
    await type(line)
  expect(existsSync(own())).toBe(false)
})

test('another command takes of it what all share, and keeps what it needs', async () => {
  await machine.aside('testctl demo')
  await type('testctl projects list')
  expect(readdirSync(own())).toEqual([expect.stringMatching(/^main\.cjs-projects-/)])
})

test.each<[string, (code: Buffer) => Buffer]>([
  ['garbled', (code) => code.fill(0x5a, 1000, code.length - 1000)],
  ['cut short', (code) => code.subarray(0, 1000)],
  ['empty', () => Buffer.alloc(0)],
])('code that came along %s is made anew where the user keeps it', async (_, spoil) => {
  for (const use of ['--version', 'tests']) writeFileSync(shipped(use), spoil(readFileSync(shipped(use))))
  expect(await type('testctl --version')).toMatch(/^testctl \d/)
  expect(readdirSync(own())).toEqual([expect.stringMatching(/^main\.cjs---version-/)])
})

test('where there is no home, code that came along is used all the same', async () => {
  writeFileSync(shipped('--version'), foreignCode())
  expect(await type('testctl --version', { HOME: '' })).toBe('OWNED')
})

test.each(['TESTCTL_NO_CACHE', 'NODE_DISABLE_COMPILE_CACHE'])('%s=1 runs none that came along', async (name) => {
  writeFileSync(shipped('--version'), foreignCode())
  expect(await type('testctl --version', { [name]: '1' })).toMatch(/^testctl \d/)
})

test('a link in the place of code that came along is not followed', async () => {
  const elsewhere = join(machine.folder, 'elsewhere')
  writeFileSync(elsewhere, foreignCode())
  const path = shipped('--version')
  rmSync(path)
  symlinkSync(elsewhere, path)
  expect(await type('testctl --version')).toMatch(/^testctl \d/)
})

test('code that came along for another V8 is not run', async () => {
  writeFileSync(shipped('--version'), foreignCode())
  for (const use of ['--version', 'tests'])
    renameSync(shipped(use), shipped(use).replace(process.versions.v8, '1.2.3.4-node.5'))
  expect(await type('testctl --version')).toMatch(/^testctl \d/)
})

test('what V8 itself rejects is compiled', async () => {
  expect(await type('testctl --version', { NODE_OPTIONS: '--max-old-space-size=300' })).toMatch(/^testctl \d/)
})

/** Turns the installation into that of a package, in which the compiled code is compressed. Returns the code of `tests`. */
const packUp = async (): Promise<Buffer> => {
  const code = readFileSync(shipped('tests'))
  const files = await compressed()
  const packed = join(place, 'dist/packed')
  mkdirSync(packed)
  for (const [name, bytes] of files) writeFileSync(join(packed, name), bytes)
  rmSync(join(place, 'dist/code'), { recursive: true })
  return code
}

type Compile = { packCode: (root: string, nodes: readonly string[], how: { isOften: boolean }) => Promise<void> }

/** Returns the compressed code of a package, compressed as fast as for every build: making it a twelfth smaller takes two seconds. */
const compressed = once(async () => {
  const { packCode } = (await import(join(root, 'bin/compile.mjs'))) as Compile
  await packCode(place, [], { isOften: true })
  const packed = join(place, 'dist/packed')
  const files = readdirSync(packed).map((name) => [name, readFileSync(join(packed, name))] as const)
  rmSync(packed, { recursive: true })
  return files
})

test('what a package has is compressed; the first command keeps it as it was, and the next ones read that', async () => {
  const code = await packUp()
  await machine.aside('testctl demo')
  const list = 'testctl tests list DEMO-R1'
  const shown = await type(list)
  const [name = ''] = readdirSync(own()).filter((one) => one.startsWith('main.cjs-tests-'))
  expect(code.equals(readFileSync(join(own(), name)))).toBe(true)
  rmSync(join(place, 'dist/packed'), { recursive: true })
  expect(await type(list)).toBe(shown)
  await type('testctl tests set DEMO-T1 passed')
  expect(code.equals(readFileSync(join(own(), name)))).toBe(true)
  await type('testctl tests show DEMO-T1')
  expect(code.equals(readFileSync(join(own(), name)))).toBe(false)
})

test('code of a package that is garbled is made anew where the user keeps it', async () => {
  await packUp()
  const packed = join(place, 'dist/packed')
  for (const name of readdirSync(packed)) writeFileSync(join(packed, name), Buffer.alloc(1000, 0x5a))
  await type('testctl demo')
  await type('testctl tests list DEMO-R1')
  expect(readdirSync(own()).map((name) => name.split('-')[1])).toEqual(['demo', 'tests'])
})
