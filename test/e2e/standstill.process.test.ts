import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Remote, startRemote } from '../helpers/remote.ts'
import { createMachine, type Machine } from './machine.ts'
import { seed } from './seed.ts'

// A process that stands still in the middle of its work: Ctrl-Z, a lid that is closed, a virtual machine that pauses.

const key = 'canary-0123456789'
let machine: Machine
let remote: Remote

beforeEach(async () => {
  machine = await createMachine()
  await seed(machine.folder)
  remote = await startRemote(key, `file:${join(machine.folder, 'team.db')}`)
})
afterEach(async () => {
  await remote.close()
  await machine.remove()
})

describe.runIf(process.platform !== 'win32')('a command that stands still for longer than --timeout', () => {
  test.each([
    ['a read', 'testctl projects list --quiet', 'GET', 'WEB\nOLD\n'],
    ['a change', 'testctl tests set WEB-T1 passed', 'POST', 'WEB-T1\n'],
    ['a create', 'testctl comments create WEB-T1 --content x --json --jq .content', 'PUT', 'x\n'],
  ])('hears the answer to %s that came meanwhile', async (_, line, which, stdout) => {
    let answer = () => {}
    const answered = new Promise<undefined>((resolve) => (answer = () => resolve(undefined)))
    remote.before = async ({ method }) => (method === which ? answered : undefined)
    const asked = () => remote.requests.filter(({ method }) => method === which)
    const running = machine.start(`${line} --timeout 1`, { env: { TESTCTL_URL: remote.url, TESTCTL_API_KEY: key } })
    await expect.poll(() => asked().length).toBe(1)
    running.kill('SIGSTOP')
    answer()
    await sleep(2000)
    running.kill('SIGCONT')
    expect(await running).toMatchObject({ exitCode: 0, stdout, stderr: '' })
    expect(asked()).toHaveLength(1)
  })
})
