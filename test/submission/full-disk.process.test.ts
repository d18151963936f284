import { appendFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { InterruptedError } from '../../src/errors.ts'
import { mount, mountable, unmount } from '../helpers/disk.ts'
import { startRemote } from '../helpers/remote.ts'
import { createWorld, type Seen, type World } from '../helpers/world.ts'

// A submission whose store or journal fills its disk midway.

let world: World
let disk: string

beforeEach(async () => {
  world = await createWorld()
  disk = join(world.folder, 'disk')
  await mkdir(disk)
})
afterEach(async () => {
  await unmount(disk)
  await world.remove()
})

/** Writes a report of `count` tests. Every third failed, with a message of `long` characters. */
const report = (count: number, long: number): Promise<void> => {
  const cases = Array.from(
    { length: count },
    (_, at) => `<testcase name="case ${at}">${at % 3 === 0 ? `<failure>${'x'.repeat(long)}</failure>` : ''}</testcase>`,
  )
  return writeFile(join(world.folder, 'report.xml'), `<testsuite name="s">${cases.join('')}</testsuite>`)
}
const submit = 'testctl runs submit report.xml -p WEB --name CI --create-cases'

test.skipIf(!mountable)('a store that is full after some cases were created: they are told', async () => {
  await mount(disk, '500k')
  // testctl retries a refused write until this timeout.
  const env = { TESTCTL_URL: `file:${disk}/team.db`, TESTCTL_TIMEOUT: '2s' }
  await world.type('testctl projects create --name Web --identifier WEB', { env })
  await report(800, 300)
  const { exitCode, stdout, stderr } = await world.type(submit, { env })
  expect({ exitCode, stdout }).toEqual({ exitCode: 7, stdout: '' })
  const [, count] =
    /^error: (\d+) cases were created; the run was not: no space is left for the store .*; this change was not written\n {2}to finish, /m.exec(
      stderr,
    ) ?? []
  const { stdout: cases } = await world.type('testctl cases list -p WEB --json', { env })
  expect(JSON.parse(cases)).toHaveLength(Number(count))
})

const count = 90
const failures = 30
// Each size is full at another stage of the journal: intentions, set results, comments, the last comments.
const sizes = ['8k', '20k', '24k', '28k']
const failedOf = async (run: string): Promise<unknown> =>
  (JSON.parse((await world.type(`testctl runs status ${run} --json`)).stdout) as { results: { failed: number } })
    .results.failed

describe.skipIf(!mountable)('a journal that fills its disk midway', () => {
  const type = (line: string) => world.type(line, { env: { XDG_STATE_HOME: disk } })
  const submitted = async (size: string, flags = '') => {
    await world.type('testctl projects create --name Web --identifier WEB')
    await report(count, 10)
    await mount(disk, size)
    return type(`${submit}${flags}`)
  }
  const warning = /^warning: no journal is kept, so this submission can't be undone: /m

  test.for(sizes)('%s: no line undoes the submission, and nothing finds a part of it', async (size) => {
    const { exitCode, stdout, stderr } = await submitted(size)
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringMatching(warning) })
    expect(stdout).not.toContain('runs undo')
    const left = await readdir(join(disk, 'testctl/submissions'))
    expect(left.filter((name) => name.endsWith('.ndjson'))).toEqual([])
    expect(await type('testctl runs undo')).toMatchObject({ exitCode: 3 })
    expect(await type('testctl runs submit --resume')).toMatchObject({ exitCode: 2 })
    expect(await failedOf('WEB-R1')).toBe(failures)
  })

  test('--json names no journal', async () => {
    const { stdout } = await submitted('8k', ' --json')
    expect(JSON.parse(stdout)).not.toHaveProperty('journal')
  })
})

describe.skipIf(!mountable)('a journal of --journal that fills its disk midway', () => {
  type Told = {
    tests: { set: number; setTo: { failed: number }; notSent: number }
    comments: { written: number; kept: number }
    created: { cases: number }
  }
  const line = `${submit} --journal disk/j.ndjson --json`
  const submitted = async (size: string): Promise<Seen & { told: Told }> => {
    await world.type('testctl projects create --name Web --identifier WEB')
    await report(count, 10)
    await mount(disk, size)
    const seen = await world.type(line)
    return { ...seen, told: JSON.parse(seen.stdout) as Told }
  }
  const makeRoom = () => execa('mount', ['-o', 'remount,size=4m', disk])

  test.for(sizes)('%s: what is stored is told, and once there is room the same command finishes', async (size) => {
    const { exitCode, stderr, told } = await submitted(size)
    expect(exitCode).toBe(7)
    expect(stderr).toContain(`the journal ${disk}/j.ndjson cannot be written: the disk is full`)
    expect(stderr).toContain(`testctl runs submit --resume --journal ${disk}/j.ndjson`)
    expect(await failedOf('WEB-R1')).toBe(told.tests.setTo.failed)
    expect(told.tests.set + told.tests.notSent).toBe(count)
    const still = await world.type(`testctl runs submit --resume --journal disk/j.ndjson`)
    expect(still.stderr).not.toContain('unexpected')
    await makeRoom()
    const last = await world.type(line)
    expect(last).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('error') })
    expect(JSON.parse(last.stdout)).toMatchObject({ run: { identifier: 'WEB-R1' }, created: { cases: 0 } })
    expect(await failedOf('WEB-R1')).toBe(failures)
    expect((await world.type('testctl runs list -p WEB -q')).stdout).toBe('WEB-R1\n')
  })

  test.for(['20k', '24k'])('%s: the line that undoes it restores all that was set, comments too', async (size) => {
    const { told } = await submitted(size)
    expect(told.tests.set).toBeGreaterThan(0)
    const { exitCode, stdout } = await world.type('testctl runs undo disk/j.ndjson --json')
    expect(exitCode).toBe(0)
    const undone = JSON.parse(stdout) as { restored: unknown[]; comments: { removed: number } }
    expect(undone.restored).toHaveLength(told.tests.set)
    expect(undone.comments.removed).toBe(told.comments.written)
    const again = JSON.parse((await world.type(`${submit} --journal none --json --reuse`)).stdout) as Told
    expect(again).toMatchObject({ tests: { set: count }, comments: { written: failures, kept: 0 } })
  })

  test('the summary is printed, and the reason below it', async () => {
    await world.type('testctl projects create --name Web --identifier WEB')
    await report(count, 10)
    await mount(disk, '8k')
    expect(await world.type(line.replace(' --json', ''))).toEqual({
      exitCode: 7,
      stdout: expect.stringContaining('created    180  90 cases, 90 tests'),
      stderr: expect.stringMatching(
        /^error: 90 of 90 tests were not set; the journal .*j.ndjson cannot be written: the disk is full\n {2}to finish, /m,
      ),
    })
  })
})

test.skipIf(!mountable)('--resume on a full disk says so, sends nothing, and finishes once there is room', async () => {
  const remote = await startRemote('canary-0123456789')
  const env = { XDG_STATE_HOME: disk, TESTCTL_URL: remote.url, TESTCTL_API_KEY: 'canary-0123456789' }
  const updates = () => remote.requests.filter(({ method, path }) => method === 'POST' && path.startsWith('/v1/tests/'))
  try {
    const { project } = await remote.api.projects.create({ name: 'Web', identifier: 'WEB', icon: '', color: '' })
    await report(60, 10)
    await mount(disk, '400k')
    const stop = new AbortController()
    remote.before = async () => {
      if (updates().length === 20) stop.abort(new InterruptedError('stopped'))
    }
    expect(await world.type(submit, { env, stop: stop.signal })).toMatchObject({ exitCode: 130 })
    delete remote.before
    const sent = updates().length
    const filler = join(disk, 'filler')
    await writeFile(filler, 'x'.repeat(400 * 1024)).catch(() => undefined)
    // An entry fills the last block of the journal, so that the next entry needs a new block.
    const journals = join(disk, 'testctl/submissions')
    const [name = ''] = await readdir(journals)
    const left = 4096 - ((await stat(join(journals, name))).size % 4096)
    const entry = '{"did":"createdCases","identifiers":[]}'
    if (left > 100) await appendFile(join(journals, name), `${entry.padEnd(left - 50)}\n`)
    expect(await world.type('testctl runs submit --resume', { env })).toMatchObject({
      exitCode: 2,
      stderr:
        'error: the journal cannot be written: the disk is full\n  nothing was sent; once it can be written, run it again\n',
    })
    expect(updates()).toHaveLength(sent)
    await rm(filler)
    expect(await world.type('testctl runs submit --resume', { env })).toMatchObject({ exitCode: 0 })
    const { testRuns } = await remote.api.runs.list({ projectId: project.id })
    expect(testRuns).toMatchObject([{ results: { total: 60, passed: 40, failed: 20 } }])
  } finally {
    await remote.close()
  }
})
