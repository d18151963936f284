import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startRemote } from '../helpers/remote.ts'
import { createMachine } from './machine.ts'
import { seed } from './seed.ts'

// A process that is suspended in the middle of its work: by Ctrl-Z, a closed lid, a virtual machine that pauses.

const key = 'canary-0123456789'

describe.runIf(process.platform !== 'win32')('a command that stands still for longer than --timeout', () => {
  test.concurrent.for([
    ['a read', 'testctl projects list --quiet', 'GET', 'WEB\nOLD\n'],
    ['a change', 'testctl tests set WEB-T1 passed', 'POST', 'WEB-T1\n'],
    ['a create', 'testctl comments create WEB-T1 --content x --json --jq .content', 'PUT', 'x\n'],
  ] as const)('hears the answer to %s that came meanwhile', async ([, line, which, stdout]) => {
    const machine = await createMachine()
    onTestFinished(machine.remove)
    await seed(machine.folder)
    const remote = await startRemote(key, `file:${join(machine.folder, 'team.db')}`)
    onTestFinished(remote.close)
    let answer = () => {}
    const answered = new Promise<undefined>((resolve) => (answer = () => resolve(undefined)))
    remote.before = async ({ method }) => (method === which ? answered : undefined)
    const asked = () => remote.requests.filter(({ method }) => method === which)
    const running = machine.start(`${line} --timeout 6`, { env: { TESTCTL_URL: remote.url, TESTCTL_API_KEY: key } })
    await expect.poll(() => asked().length).toBe(1)
    running.kill('SIGSTOP')
    answer()
    await sleep(7000)
    running.kill('SIGCONT')
    expect(await running).toMatchObject({ exitCode: 0, stdout, stderr: '' })
    expect(asked()).toHaveLength(1)
  })
})
