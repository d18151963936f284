import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { untilIdle } from '../../helpers/idle.ts'
import { mount, mountable, unmount } from '../../helpers/disk.ts'
import { createMachine, type Machine } from '../machine.ts'
import { type Submitting, openSubmitting, count, key, suite, cases, submit, isUpdate } from './submitting.ts'

let there: Submitting<Machine>
beforeEach(async () => {
  there = await openSubmitting(createMachine)
})
afterEach(() => there.close())

describe('Ctrl-C', () => {
  const stopAt = async (update: number, { again = false } = {}) => {
    const running = there.machine.start(submit)
    there.remote.before = async (request) => {
      if (!isUpdate(request) || there.updates().length < update) return
      // A change in flight gets no answer for ten seconds, longer than the process waits.
      if (there.updates().length === update) {
        running.kill('SIGINT')
        // Two signals arrive as one at a process that had no turn of its event loop between them.
        if (again) void untilIdle(running.pid).then(() => running.kill('SIGINT'))
      }
      await wait(10_000)
    }
    const seen = await running
    delete there.remote.before
    return seen
  }

  test('says what was and was not done, and the rest is sent by the same command', async () => {
    const { exitCode, stderr } = await stopAt(count / 4)
    expect(exitCode).toBe(130)
    expect(stderr).toMatch(/of \d+ tests (was|were) not set/)
    expect((await there.machine.typeHere(submit)).exitCode).toBe(0)
    expect(await there.wrong()).toEqual([])
  })

  test('twice says the same as once', async () => {
    const { exitCode, stderr } = await stopAt(count / 4, { again: true })
    expect(exitCode).toBe(130)
    expect(stderr).toMatch(/of \d+ tests (was|were) not set/)
    expect((await there.machine.typeHere('testctl runs submit --resume')).exitCode).toBe(0)
    expect(await there.wrong()).toEqual([])
  })
})

describe('a journal that cannot be written', () => {
  test('because the disk is full: nothing is sent where it was asked for by name', async () => {
    const { exitCode, stderr } = await there.machine.typeHere(`${submit} --journal /dev/full`)
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining('the journal cannot be written'),
    })
    expect(there.updates()).toEqual([])
  })

  test.skipIf(!mountable)('midway: that is said, and the results are stored', async () => {
    const folder = join(there.machine.folder, '.local/state/testctl/submissions')
    await mkdir(folder, { recursive: true })
    await mount(folder, '16k')
    try {
      const { exitCode, stderr } = await there.machine.type(submit)
      expect({ exitCode, stderr }).toEqual({
        exitCode: 0,
        stderr: expect.stringMatching(/^warning: no journal is kept.*: the disk is full\n/),
      })
      expect(await there.wrong()).toEqual([])
    } finally {
      await unmount(folder)
    }
  })
})

test('no key is in the journal, and none of the secrets of the environment in what is sent', async () => {
  const report = suite([...cases, '<testcase name="x"><failure message="got tulip-4711 instead"/></testcase>'])
  await writeFile(join(there.machine.folder, 'report.xml'), report)
  const line = 'testctl runs submit report.xml --run WEB-R1 -p WEB --create-cases'
  const { exitCode } = await there.machine.type(line, { env: { DEPLOY_TOKEN: 'tulip-4711', XDG_CACHE_HOME: '' } })
  expect(exitCode).toBe(0)
  const files = await there.machine.files()
  const journals = await readdir(join(there.machine.folder, '.local/state/testctl/submissions'))
  expect(journals).toHaveLength(1)
  for (const [file, text] of Object.entries(files))
    if (!file.endsWith('.xml')) expect({ file, has: text.includes(key) }).toEqual({ file, has: false })
  expect(there.remote.requests.some(({ body }) => body?.includes('tulip-4711'))).toBe(false)
  expect(there.remote.requests.some(({ body }) => body?.includes('got [masked] instead'))).toBe(true)
})

describe('all results are stored', () => {
  test('though the output is closed', async () => {
    const { exitCode } = await there.machine.shell(
      'set +o pipefail; testctl runs submit report.xml --run WEB-R1 | head -c 1 >/dev/null',
    )
    expect(exitCode).toBe(0)
    expect(await there.wrong()).toEqual([])
  })
})
