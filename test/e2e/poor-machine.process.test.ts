import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mount, mountable, unmount } from '../helpers/disk.ts'
import { isOutOfReach } from '../helpers/somebody-else.ts'
import { createMachine, type Machine } from './machine.ts'

// In a container or a cron job, or on a broken disk, commands work or say what is missing.

let machine: Machine
beforeEach(async () => {
  machine = await createMachine({ XDG_CACHE_HOME: '' })
})
afterEach(() => machine.remove())

const store = () => `file:${join(machine.folder, 'team.db')}`

describe('without HOME', () => {
  const env = { HOME: '', XDG_CONFIG_HOME: '', XDG_STATE_HOME: '', XDG_DATA_HOME: '' }

  test('commands work on the service that a variable names', async () => {
    expect(await machine.type('testctl --version', { env })).toMatchObject({ stderr: '', exitCode: 0 })
    await machine.type('testctl demo --file team.db', { env })
    const listed = await machine.type('testctl runs list -p DEMO -q', { env: { ...env, TESTCTL_URL: store() } })
    expect(listed).toEqual({ stdout: 'DEMO-R1\n', stderr: '', exitCode: 0 })
  })
})

// A container that runs as a user ID without an account: OpenShift, docker run --user 12345.
describe.runIf(process.getuid?.() === 0 && !isOutOfReach)('as a user without a name', () => {
  const type = (words: string) =>
    machine.shell(
      `testctl=$(readlink -f "$(command -v testctl)"); unset USER LOGNAME
exec setpriv --reuid=12345 --regid=12345 --clear-groups "$testctl" ${words}`,
    )
  beforeEach(() => chmodSync(machine.folder, 0o777))

  test('a store in a file works, and remembers the changes of somebody unknown', async () => {
    const created = await type('projects create --name Web --identifier WEB --json')
    expect(created).toMatchObject({ stderr: '', exitCode: 0 })
    expect(JSON.parse(created.stdout)).toMatchObject({ createdBy: 'unknown' })
    expect(await type('auth status')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('unknown') })
    expect(await type('demo')).toMatchObject({ stderr: '', exitCode: 0 })
    expect(await type('keys create --name CI')).toMatchObject({ exitCode: 0 })
  })

  test('a journal that may only be read is refused, and so it is by a dry run', async () => {
    writeFileSync(join(machine.folder, 'report.xml'), '<testsuite><testcase name="Login"/></testsuite>')
    writeFileSync(join(machine.folder, 'j.ndjson'), '', { mode: 0o444 })
    await type('projects create --name Web --identifier WEB')
    for (const flag of [' --dry-run', '']) {
      const line = `runs submit report.xml -p WEB --name CI --create-cases --journal j.ndjson${flag}`
      const { stdout, stderr, exitCode } = await type(line)
      expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
      expect(stderr).toMatch(/^error: the journal cannot be written: permission denied\n/)
    }
  })

  test('a doctor looks whose the files with a key are', async () => {
    const { stdout, stderr, exitCode } = await type('doctor')
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
    expect(stdout).toMatch(/^permissions\tok/m)
  })
})

describe.runIf(mountable)('on a file system that can only be read', () => {
  const home = () => join(machine.folder, 'home')
  beforeEach(async () => {
    mkdirSync(home())
    await mount(home(), '4m')
    await execa('mount', ['-o', 'remount,ro', home()])
  })
  afterEach(() => unmount(home()))

  const type = (line: string) =>
    machine.type(line, {
      env: { HOME: home(), XDG_CONFIG_HOME: '', XDG_STATE_HOME: '', XDG_DATA_HOME: '' },
      cwd: home(),
    })

  test('help and version are there, and leave nothing to say about a cache', async () => {
    for (const line of ['testctl --version', 'testctl --help', 'testctl runs list --help'])
      expect(await type(line)).toMatchObject({ stderr: '', exitCode: 0 })
  })

  test('a setting that cannot be stored is said, with a next step', async () => {
    const stored = await type('testctl config set timeout 5s')
    expect(stored).toMatchObject({ stdout: '', exitCode: expect.toSatisfy((code: number) => code !== 0) })
    expect(stored.stderr).toMatch(/^error: .*\n {2}\S/)
  })
})
