import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMachine, type Machine } from '../e2e/machine.ts'

// Files that testctl reads unasked, which never end or are larger than any memory.

let machine: Machine
beforeEach(async () => {
  machine = await createMachine()
})
afterEach(() => machine.remove())

const place = (name: string): string => {
  const path = join(machine.folder, name)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  return path
}

const hostile: [string, (path: string) => void, RegExp][] = [
  ['a link to /dev/zero', (path) => symlinkSync('/dev/zero', path), /not a regular file/],
  ['a pipe that nobody writes', (path) => execFileSync('mkfifo', [path]), /not a regular file/],
  [
    'a file of a terabyte',
    (path) => {
      writeFileSync(path, '{')
      truncateSync(path, 2 ** 40)
    },
    /too large/,
  ],
]

/** Returns the function that types a line: in this process, unless the line might wait for a pipe, which would block it forever. */
const typeBeside = (what: string): Machine['type'] => (what.startsWith('a pipe') ? machine.type : machine.typeHere)

test.each(hostile)('a project file that is %s is refused at once', async (what, make, reason) => {
  make(place('.testctl.json'))
  const { stderr, exitCode } = await typeBeside(what)('testctl runs list -p WEB')
  expect(stderr).toMatch(reason)
  expect(stderr).toContain('at most 64 kB')
  expect(exitCode).toBe(2)
})

test.each(hostile)('Tab offers what it can beside a project file that is %s', async (_, make) => {
  make(place('.testctl.json'))
  expect(await machine.type('testctl __complete -- runs get W')).toMatchObject({ stdout: '', exitCode: 0 })
  expect((await machine.type('testctl __complete -- ru')).stdout).toContain('runs')
})

test.each(hostile)('a configuration that is %s is refused at once', async (what, make, reason) => {
  make(place('.config/testctl/config.json'))
  const { stderr, exitCode } = await typeBeside(what)('testctl runs list -p WEB', { env: { TESTCTL_URL: '' } })
  expect(stderr).toMatch(reason)
  expect(exitCode).toBe(2)
  expect(await machine.type('testctl __complete -- --profile ""')).toMatchObject({ stdout: '', exitCode: 0 })
})

test.each(hostile.slice(0, 2))('settings whose lock is %s are not waited for', async (what, make) => {
  make(place('.config/testctl/config.json.lock'))
  const { stderr, exitCode } = await typeBeside(what)('testctl config set project WEB')
  expect(stderr).toContain('config.json.lock is not a lock of testctl')
  expect(exitCode).toBe(2)
})

test.each([hostile[0]!, hostile[2]!])('a key file that is %s is refused at once', async (what, make, reason) => {
  make(place('key'))
  const env = { TESTCTL_URL: 'https://service.test', TESTCTL_API_KEY_FILE: 'key' }
  const { stderr, exitCode } = await typeBeside(what)('testctl runs list -p WEB', { env })
  expect(stderr).toMatch(reason)
  expect(exitCode).toBe(2)
})

test('a key may come through the pipe that a shell makes', async () => {
  const { stderr } = await machine.shell(
    'TESTCTL_URL=http://127.0.0.1:1 TESTCTL_API_KEY_FILE=<(sleep 0.2; echo key-0123456789) testctl auth status || true',
  )
  expect(stderr).toContain('127.0.0.1')
  expect(stderr).not.toContain('key file')
})

test.each(hostile)('a submission goes on beside a journal that is %s', async (what, make) => {
  await machine.aside('testctl projects create --name Web --identifier WEB')
  writeFileSync(place('report.xml'), '<testsuite><testcase name="logs in"/></testsuite>')
  make(place('.local/state/testctl/submissions/2026-01-31T12-00-00-3f9a1c.ndjson'))
  const line = 'testctl runs submit report.xml -p WEB --name CI --create-cases --no-input'
  expect(await typeBeside(what)(line)).toMatchObject({ stderr: '', exitCode: 0 })
  const resumed = await typeBeside(what)('testctl runs undo 2026-01-31T12-00-00-3f9a1c')
  expect(resumed).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('3f9a1c.ndjson') })
})

test.each(hostile)('names for Tab that are %s are not read', async (what, make) => {
  const own = { env: { XDG_CACHE_HOME: '' } }
  await machine.aside('testctl projects create --name Web --identifier WEB', own)
  const [names = ''] = Object.keys(await machine.files()).filter((file) => file.includes('/names/'))
  expect(names).not.toBe('')
  rmSync(names)
  make(names)
  expect(await machine.type('testctl __complete -- projects get ""', own)).toMatchObject({ stdout: '', exitCode: 0 })
  expect(await typeBeside(what)('testctl projects list --quiet', own)).toMatchObject({ stdout: 'WEB\n', exitCode: 0 })
})
