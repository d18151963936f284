import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectTo } from '../../src/store/sqlite/connection.ts'
import { untilIdle } from '../helpers/idle.ts'
import { type Remote, startRemote } from '../helpers/remote.ts'
import { inspect } from '../store/inspection.ts'
import { createMachine, type Machine } from './machine.ts'
import { toldBy } from './problem.ts'
import { seed, seedLarge } from './seed.ts'

const key = 'canary-0123456789'
let machine: Machine
let remote: Remote
const remotely = () => ({ env: { TESTCTL_URL: remote.url, TESTCTL_API_KEY: key } })
const changes = () => remote.requests.filter(({ method }) => method !== 'GET')

beforeEach(async () => {
  machine = await createMachine()
  await seed(machine.folder)
  remote = await startRemote(key, `file:${join(machine.folder, 'team.db')}`)
})
afterEach(async () => {
  await remote.close()
  await machine.remove()
})

/** Holds back the answers to requests of these methods until `release` is called. */
const hold = (which: (method: string) => boolean): { release: () => void } => {
  let release = () => {}
  const gate = new Promise<void>((open) => (release = open))
  remote.before = async ({ method }) => (which(method) ? gate : undefined)
  return { release: () => release() }
}

const reaches = (count: number) => expect.poll(() => changes().length).toBeGreaterThanOrEqual(count)

describe('Ctrl-C', () => {
  test.each([
    ['a read', 'testctl tests list WEB-R1', 'GET'],
    ['a look-up before a change', 'testctl tests set WEB-T1 passed', 'GET'],
  ])('ends %s at once', async (_, line, method) => {
    const { release } = hold((one) => one === method)
    const running = machine.start(line, remotely())
    await expect.poll(() => remote.requests.length).toBe(1)
    running.kill('SIGINT')
    expect(toldBy(await running)).toMatchObject({ exitCode: 130, error: expect.stringMatching(/interrupted|0 of 1/) })
    expect(changes()).toEqual([])
    release()
  })

  test.each([
    ['a report', 'testctl runs submit - --run WEB-R1'],
    ['results', 'testctl tests set --from -'],
    ['ids', 'testctl tests set - passed'],
    ['text', 'testctl comments create WEB-T1 --content -'],
    ['a key', 'testctl auth login --with-key'],
  ])('ends the wait for %s on stdin', async (_, line) => {
    const running = machine.start(line, { ...remotely(), open: true })
    await untilIdle(running.pid)
    running.kill('SIGINT')
    expect(toldBy(await running)).toMatchObject({ exitCode: 130, error: 'interrupted' })
    expect(changes()).toEqual([])
  })

  test('ends the wait for another process that holds the file', async () => {
    const path = join(machine.folder, 'team.db')
    const holder = connectTo({ label: path, path })
    holder.query('begin immediate')
    const running = machine.start('testctl tests set WEB-T1 passed')
    await untilIdle(running.pid)
    running.kill('SIGINT')
    expect(toldBy(await running)).toMatchObject({ exitCode: 130 })
    holder.query('rollback')
    holder.close()
    expect(await machine.aside('testctl tests get WEB-T1 --columns result')).toBe('untested\n')
  })

  test('lets a change that is on its way have its answer', async () => {
    const { release } = hold((method) => method === 'POST')
    const running = machine.start('testctl tests set WEB-T1 passed', remotely())
    await reaches(1)
    running.kill('SIGINT')
    // The answer must not come before the process has handled the signal.
    await untilIdle(running.pid)
    release()
    expect(await running).toMatchObject({ stdout: 'WEB-T1\n', exitCode: 130 })
  })

  test('says of a create without an answer that nobody knows', async () => {
    const { release } = hold((method) => method === 'PUT')
    const running = machine.start("testctl cases create -p WEB --name 'A new one'", remotely())
    await reaches(1)
    running.kill('SIGINT')
    expect(toldBy(await running)).toMatchObject({
      exitCode: 130,
      error: expect.stringMatching(
        /^PUT .* was sent, but interrupted: the case "A new one" may or may not have been created$/,
      ),
      next: expect.stringMatching(/^look first: testctl cases list/),
    })
    expect(changes()).toHaveLength(1)
    release()
  })

  test('a second time says that nobody knows what became of it', async () => {
    const { release } = hold((method) => method === 'PUT')
    const running = machine.start("testctl cases create -p WEB --name 'A new one'", remotely())
    await reaches(1)
    running.kill('SIGINT')
    await untilIdle(running.pid)
    running.kill('SIGINT')
    expect(toldBy(await running)).toMatchObject({
      exitCode: 130,
      error: expect.stringContaining('the case "A new one" may or may not have been created'),
      next: expect.stringMatching(/^look first: testctl cases list/),
    })
    release()
  })
})

describe.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s in the middle of a batch', (signal, exitCode) => {
  test('ends it: what was begun is finished, what was done is printed, and the rest is named', async () => {
    let letThrough = 3
    let release = () => {}
    const gate = new Promise<void>((open) => (release = open))
    remote.before = async ({ method }) => (method === 'POST' && letThrough-- <= 0 ? gate : undefined)
    await writeFile(join(machine.folder, 'results.ndjson'), lines(12))
    const running = machine.start('testctl tests set --from results.ndjson --concurrency 2', remotely())
    await reaches(5)
    running.kill(signal)
    await untilIdle(running.pid)
    release()
    const { stdout, ...seen } = await running
    const done = stdout.split('\n').filter(Boolean)
    const told = toldBy({ ...seen, stdout: '' })
    expect(told).toMatchObject({ exitCode, error: expect.stringContaining(`${done.length} of 12 tests changed`) })
    expect(changes()).toHaveLength(5)
    expect(done).toHaveLength(5)
    expect(told.issues).toHaveLength(7)
    expect(await assigned()).toEqual(done.sort())
  })
})

describe('a closed pipe', () => {
  test.each(['--json | head -1', '--ndjson | head -1', '--quiet | true', '| true'])(
    'ends a list quietly: %s',
    async (rest) => {
      // More JSON than a pipe holds, because what fits into one is written even if its reader leaves.
      const env = { TESTCTL_URL: await seedLarge(machine.folder, 300, 300) }
      const line = `set +eo pipefail; testctl tests list WEB-R8 ${rest}; echo \${PIPESTATUS[0]}`
      const { stdout, stderr } = await machine.shell(line, { env })
      expect(stdout.trimEnd().split('\n').at(-1)).toBe('141')
      expect(stderr).toBe('')
    },
  )

  test.each(['| true', '--ndjson | head -1', '-v 2>&1 | head -1', '-v --progress plain 2>&1 | true'])(
    'never leaves a batch half done: %s',
    async (rest) => {
      await writeFile(join(machine.folder, 'results.ndjson'), lines(12))
      const line = `set +eo pipefail; testctl tests set --from results.ndjson --concurrency 1 ${rest} >/dev/null; echo \${PIPESTATUS[0]}`
      const { stdout, stderr } = await machine.shell(line, remotely())
      expect(await assigned()).toHaveLength(12)
      expect(changes()).toHaveLength(12)
      expect(stdout).toMatch(rest.startsWith('--ndjson') ? /^(0|141)\n$/ : /^141\n$/)
      expect(stderr).toBe('')
    },
  )
})

test('SIGKILL in the middle of a batch leaves a file that is whole, and a second run completes it', async () => {
  await writeFile(join(machine.folder, 'results.ndjson'), lines(12))
  for (const delay of [60, 90, 120]) {
    const running = machine.start('testctl tests set --from results.ndjson --concurrency 1')
    await new Promise((wake) => setTimeout(wake, delay))
    running.kill('SIGKILL')
    await running
    await inspect(join(machine.folder, 'team.db'))
  }
  await machine.aside('testctl tests set --from results.ndjson')
  expect(await assigned()).toHaveLength(12)
})

const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => `${JSON.stringify({ test: `WEB-T${at + 7}`, assignedTo: 'bo' })}\n`).join('')

const assigned = async () =>
  (await machine.aside('testctl tests list WEB-R7 --assigned-to bo --quiet')).split('\n').filter(Boolean).sort()
