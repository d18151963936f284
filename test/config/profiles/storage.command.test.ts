import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStorage, type Storage } from '../../../src/config/profiles/storage.ts'
import { UsageError } from '../../../src/errors.ts'

let base: string
let folder: string
let file: string
beforeEach(() => {
  base = fs.mkdtempSync(join(tmpdir(), 'testctl-storage-'))
  folder = join(base, 'config', 'testctl')
  file = join(folder, 'config.json')
})
afterEach(() => fs.rmSync(base, { recursive: true, force: true }))

const open = (directory = folder): Storage =>
  openStorage({ env: { TESTCTL_CONFIG_DIR: directory }, cwd: base, platform: process.platform }, { timeoutMs: 50 })

const addProject = (storage: Storage, name: string) =>
  storage.update((stored) => ({ ...stored, profiles: { ...stored.profiles, [name]: { project: name } } }))

const modeOf = (path: string) => (fs.statSync(path).mode & 0o777).toString(8)

const failureOf = async (promise: Promise<unknown>): Promise<UsageError> => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(UsageError)
  return error as UsageError
}

test('reading where nothing is stored finds nothing and creates nothing', () => {
  expect(open().read()).toEqual({ profiles: {} })
  expect(fs.readdirSync(base)).toEqual([])
})

test('what was stored is there for the next command, and only for its owner', async () => {
  await addProject(open(), 'WEB')
  expect(open().read().profiles).toEqual({ WEB: { project: 'WEB' } })
  expect(modeOf(file)).toBe('600')
  expect(modeOf(folder)).toBe('700')
  expect(fs.readdirSync(folder)).toEqual(['config.json'])
})

test('a file that others could read is private after the next change', async () => {
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(file, '{}', { mode: 0o644 })
  await addProject(open(), 'WEB')
  expect(modeOf(file)).toBe('600')
})

test('what a later version may have stored is kept', async () => {
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(
    file,
    '{"later":[1],"profiles":{"a.b":{"url":"https://a","later":{"x":1},"limit":20,"columns":["id","name"]}}}',
  )
  await addProject(open(), '__proto__x')
  expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual({
    later: [1],
    profiles: {
      'a.b': { url: 'https://a', later: { x: 1 }, limit: '20', columns: 'id,name' },
      __proto__x: { project: '__proto__x' },
    },
  })
})

test('a file that is a symbolic link stays one, and its target is changed', async () => {
  const target = join(base, 'dotfiles', 'testctl.json')
  fs.mkdirSync(join(base, 'dotfiles'))
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(target, '{"profiles":{"old":{}}}')
  fs.symlinkSync('../../dotfiles/testctl.json', file)
  await addProject(open(), 'WEB')
  expect(fs.lstatSync(file).isSymbolicLink()).toBe(true)
  expect(Object.keys(JSON.parse(fs.readFileSync(target, 'utf8')).profiles)).toEqual(['old', 'WEB'])
  expect(fs.readdirSync(join(base, 'dotfiles'))).toEqual(['testctl.json'])
})

test('a symbolic link to a file that is not there yet stays one', async () => {
  fs.mkdirSync(folder, { recursive: true })
  fs.symlinkSync('../later.json', file)
  await addProject(open(), 'WEB')
  expect(fs.lstatSync(file).isSymbolicLink()).toBe(true)
  expect(fs.existsSync(join(base, 'config', 'later.json'))).toBe(true)
})

test.each([
  '{"profiles":{"a":{"apiKey":"canary"',
  '',
  '["canary"]',
  '"canary"',
  '{"profiles":["canary"]}',
  '{"profiles":{"a":"canary"}}',
  '{"profiles":{"a":{"url":{"canary":1}}}}',
  '{"current":["canary"]}',
])('a broken file is named, not repeated, and never overwritten (%#)', async (text) => {
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(file, text)
  expect(() => open().read()).toThrow(UsageError)
  const error = await failureOf(addProject(open(), 'WEB'))
  expect(error.message).toContain(file)
  expect(`${error.message} ${error.hint} ${String(error.cause)}`).not.toContain('canary')
  expect(fs.readFileSync(file, 'utf8')).toBe(text)
  expect(fs.readdirSync(folder)).toEqual(['config.json'])
})

test('a byte order mark at the beginning does no harm', () => {
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(file, '\uFEFF{"profiles":{"a":{"project":"WEB"}}}')
  expect(open().read().profiles).toEqual({ a: { project: 'WEB' } })
})

test('a place that cannot be written to is told, with what to do', async () => {
  fs.writeFileSync(join(base, 'config'), 'a file, not a folder')
  const error = await failureOf(addProject(open(), 'WEB'))
  expect(error.message).toBe(
    `cannot write ${file}: a file is in the place of its folder; the settings are as they were`,
  )
  expect(error.hint).toContain('TESTCTL_CONFIG_DIR')
})

test('a change that fails leaves the file and the folder as they were', async () => {
  await addProject(open(), 'WEB')
  const before = fs.readFileSync(file, 'utf8')
  await expect(
    open().update(() => {
      throw new UsageError('no')
    }),
  ).rejects.toThrow('no')
  expect(fs.readFileSync(file, 'utf8')).toBe(before)
  expect(fs.readdirSync(folder)).toEqual(['config.json'])
})

test.skipIf(process.getuid?.() !== 0)('a change by root leaves people their own file', async () => {
  await addProject(open(), 'WEB')
  fs.chownSync(file, 1000, 1000)
  await addProject(open(), 'APP')
  expect([fs.statSync(file).uid, fs.statSync(file).gid]).toEqual([1000, 1000])
})

test('what a process that died has left behind is taken over and cleared away', async () => {
  await addProject(open(), 'WEB')
  fs.writeFileSync(`${file}.lock`, 'a process that is gone')
  fs.writeFileSync(`${file}.staged-1`, '{"profiles":{"a":{"apiKey":"canary"}}')
  fs.writeFileSync(`${file}.staged-1.tmp-1`, '{"profiles":')
  await addProject(open(), 'APP')
  expect(Object.keys(open().read().profiles)).toEqual(['WEB', 'APP'])
  expect(fs.readdirSync(folder)).toEqual(['config.json'])
})
