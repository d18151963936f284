import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMachine, type Machine } from './machine.ts'

// V8 executes compiled code without looking whether it is that of the bundle: whoever can put some there has the command.

let machine: Machine
beforeEach(async () => {
  machine = await createMachine({ XDG_CACHE_HOME: '' })
})
afterEach(() => machine.remove())

const own = () => join(machine.folder, '.cache/testctl')
const folder = () => join(own(), 'code')
const first = () => join(folder(), readdirSync(folder())[0]!)
const version = () => machine.type('testctl --version')

/** Compiled code of a script as long as the bundle, which V8 takes for that of the bundle, in a file such as is kept. */
const foreign = (): Buffer => {
  const dist = join(import.meta.dirname, '../../dist')
  const length = readFileSync(join(dist, 'main.cjs'), 'latin1').length
  const payload = "(function () { process.stdout.write('OWNED');process.exit(0) })"
  const code = new Script(payload.padEnd(length)).createCachedData()
  let sum = code.length
  for (let at = 0; at + 4 <= code.length; at += 256) sum = (Math.imul(sum, 31) + code.readInt32LE(at)) | 0
  const index = JSON.stringify({ verbs: [''], files: [['main.cjs', code.length, sum]] })
  const head = Buffer.alloc(Math.ceil((4 + index.length) / 8) * 8)
  head.writeUInt32LE(index.length)
  head.write(index, 4)
  return Buffer.concat([head, code])
}

/** A file of this user with somebody else's content, such as a checkout leaves it. */
const downloaded = (): string => {
  const path = join(machine.folder, 'downloaded')
  writeFileSync(path, foreign(), { mode: 0o600 })
  return path
}

const plant: [string, () => void][] = [
  ['a link to a file', () => (renameSync(first(), `${first()}.old`), symlinkSync(downloaded(), mainFile()))],
  ['a hard link to a file', () => (renameSync(first(), `${first()}.old`), linkSync(downloaded(), mainFile()))],
  ['a file that others can write', () => (writeFileSync(first(), foreign()), chmodSync(first(), 0o666))],
  ['in a folder that others can write', () => (writeFileSync(first(), foreign()), chmodSync(folder(), 0o777))],
  ['below a folder that others can write', () => (writeFileSync(first(), foreign()), chmodSync(own(), 0o777))],
  ['behind a link in the place of the folder', () => (writeFileSync(first(), foreign()), moveAway(folder()))],
  ['behind a link above it', () => (writeFileSync(first(), foreign()), moveAway(own()))],
]

const mainFile = (): string => first().replace(/\.old$/, '')
const moveAway = (path: string): void => {
  const elsewhere = join(machine.folder, 'elsewhere')
  renameSync(path, elsewhere)
  symlinkSync(elsewhere, path)
}

test.each(plant)('compiled code that is %s is not executed', async (_, put) => {
  const { stdout } = await version()
  put()
  expect(await version()).toMatchObject({ stdout, stderr: '', exitCode: 0 })
})

test('compiled code that is planted where only this user can write is executed: the check can fail', async () => {
  await version()
  writeFileSync(first(), foreign())
  expect((await version()).stdout).toBe('OWNED')
})

test('nothing is written behind a link', async () => {
  const elsewhere = join(machine.folder, 'elsewhere')
  mkdirSync(elsewhere)
  mkdirSync(own(), { recursive: true, mode: 0o700 })
  symlinkSync(elsewhere, folder())
  await version()
  expect(readdirSync(elsewhere)).toEqual([])
})

test('a link in the place of compiled code makes way for it', async () => {
  await version()
  const file = first()
  const target = downloaded()
  const before = readFileSync(target)
  renameSync(file, join(machine.folder, 'old'))
  symlinkSync(target, file)
  await version()
  expect(lstatSync(file).isFile()).toBe(true)
  expect(readFileSync(target).equals(before)).toBe(true)
})

test.runIf(process.getuid?.() === 0)('root makes no folder in the home of another', async () => {
  const { chownSync } = await import('node:fs')
  const home = join(machine.folder, 'ana')
  mkdirSync(home)
  chownSync(home, 65534, 65534)
  expect(await machine.type('testctl --version', { env: { HOME: home } })).toMatchObject({ exitCode: 0 })
  expect(readdirSync(home)).toEqual([])
})
