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
import { afterEach, beforeEach, expect, test } from 'vitest'
import { foreignCode } from './foreign-code.ts'
import { codeFolder, help, keepCode } from './kept-code.ts'
import { createMachine, type Machine } from './machine.ts'

// V8 executes compiled code and does not check that it is that of the bundle: whoever can write to the cache controls the command.

let machine: Machine
beforeEach(async () => {
  machine = await createMachine({ XDG_CACHE_HOME: '' })
})
afterEach(() => machine.remove())

const own = () => join(machine.folder, '.cache/testctl')
const folder = () => codeFolder(machine)
const first = () => join(folder(), readdirSync(folder())[0]!)

/** Makes a file of this user with foreign content, as a checkout does. */
const downloaded = (): string => {
  const path = join(machine.folder, 'downloaded')
  writeFileSync(path, foreignCode(), { mode: 0o600 })
  return path
}

const plant: [string, () => void][] = [
  ['a link to a file', () => (renameSync(first(), `${first()}.old`), symlinkSync(downloaded(), mainFile()))],
  ['a hard link to a file', () => (renameSync(first(), `${first()}.old`), linkSync(downloaded(), mainFile()))],
  ['a file that others can write', () => (writeFileSync(first(), foreignCode()), chmodSync(first(), 0o666))],
  ['in a folder that others can write', () => (writeFileSync(first(), foreignCode()), chmodSync(folder(), 0o777))],
  ['below a folder that others can write', () => (writeFileSync(first(), foreignCode()), chmodSync(own(), 0o777))],
  ['behind a link in the place of the folder', () => (writeFileSync(first(), foreignCode()), moveAway(folder()))],
  ['behind a link above it', () => (writeFileSync(first(), foreignCode()), moveAway(own()))],
]

const mainFile = (): string => first().replace(/\.old$/, '')
const moveAway = (path: string): void => {
  const elsewhere = join(machine.folder, 'elsewhere')
  renameSync(path, elsewhere)
  symlinkSync(elsewhere, path)
}

test.each(plant)('compiled code that is %s is not executed', async (_, put) => {
  const stdout = await keepCode(machine)
  put()
  expect(await help(machine)).toMatchObject({ stdout, stderr: '', exitCode: 0 })
})

test('compiled code that is planted where only this user can write is executed: the check can fail', async () => {
  await keepCode(machine)
  writeFileSync(first(), foreignCode())
  expect((await help(machine)).stdout).toBe('OWNED')
})

test('nothing is written behind a link', async () => {
  const elsewhere = join(machine.folder, 'elsewhere')
  mkdirSync(elsewhere)
  mkdirSync(own(), { recursive: true, mode: 0o700 })
  symlinkSync(elsewhere, folder())
  await help(machine)
  expect(readdirSync(elsewhere)).toEqual([])
})

test('a link in the place of compiled code makes way for it', async () => {
  await keepCode(machine)
  const file = first()
  const target = downloaded()
  const before = readFileSync(target)
  renameSync(file, join(machine.folder, 'old'))
  symlinkSync(target, file)
  await help(machine)
  expect(lstatSync(file).isFile()).toBe(true)
  expect(readFileSync(target).equals(before)).toBe(true)
})

test.runIf(process.getuid?.() === 0)('root makes no folder in the home of another', async () => {
  const { chownSync } = await import('node:fs')
  const home = join(machine.folder, 'ana')
  mkdirSync(home)
  chownSync(home, 65534, 65534)
  expect(await help(machine, { HOME: home })).toMatchObject({ exitCode: 0 })
  expect(readdirSync(home)).toEqual([])
})
