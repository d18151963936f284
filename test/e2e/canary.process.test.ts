import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, onTestFinished } from 'vitest'
import { type Remote, startRemote } from '../helpers/remote.ts'
import { createMachine, type Machine } from './machine.ts'
import { seed } from './seed.ts'
import { key, expectNoKey } from './keyless.ts'
import { keep } from '../helpers/keep.ts'

let machine: Machine
beforeEach(async () => {
  machine = await createMachine({ XDG_CACHE_HOME: '' })
  onTestFinished(machine.remove)
})

// RELIABILITY 8: no process has the key in its arguments. For outputs and files see commands/canary.command.test.ts.
describe('every command', () => {
  let remote: Remote
  beforeEach(async () => {
    await seed(machine.folder)
    await writeFile(join(machine.folder, 'report.xml'), '<testsuites><testcase name="Login works"/></testsuites>')
    remote = keep(await startRemote(key, `file:${join(machine.folder, 'team.db')}`))
  })

  test('stands in no list of arguments while it runs', async () => {
    let seen = ''
    remote.before = async () => {
      const { pid } = running
      seen += await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => 'nothing to see')
    }
    const running = machine.start('testctl projects list', { env: { TESTCTL_URL: remote.url, TESTCTL_API_KEY: key } })
    expect(await running).toMatchObject({ exitCode: 0 })
    expect(seen).not.toBe('')
    expectNoKey(seen, 'arguments')
  })
})

test('the checks of this file see a key where there is one', () => {
  expect(() => expectNoKey(`x ${key} y`, 'planted')).toThrow(/planted/)
})
