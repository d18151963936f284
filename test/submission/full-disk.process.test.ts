import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mount, mountable, unmount } from '../helpers/disk.ts'
import { createWorld, type World } from '../helpers/world.ts'

// A submission whose store, or whose journal, fills its disk midway.

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

/** A report of so many tests, of which every third failed, with messages so long. */
const report = (count: number, long: number): Promise<void> => {
  const cases = Array.from(
    { length: count },
    (_, at) => `<testcase name="case ${at}">${at % 3 === 0 ? `<failure>${'x'.repeat(long)}</failure>` : ''}</testcase>`,
  )
  return writeFile(join(world.folder, 'report.xml'), `<testsuite name="s">${cases.join('')}</testsuite>`)
}
const submit = 'testctl runs submit report.xml -p WEB --name CI --create-cases'

test.skipIf(!mountable)('a store that is full after some cases were created: they are told', async () => {
  await mount(disk, '600k')
  // What the store refuses is tried again until then.
  const env = { TESTCTL_URL: `file:${disk}/team.db`, TESTCTL_TIMEOUT: '2s' }
  await world.type('testctl projects create --name Web --identifier WEB', { env })
  await report(1500, 300)
  const { exitCode, stdout, stderr } = await world.type(submit, { env })
  expect({ exitCode, stdout }).toEqual({ exitCode: 7, stdout: '' })
  const [, count] =
    /^error: (\d+) cases were created; the run was not: no space is left for the store .*; this change was not written\n {2}to finish, /m.exec(
      stderr,
    ) ?? []
  const { stdout: cases } = await world.type('testctl cases list -p WEB --json', { env })
  expect(JSON.parse(cases)).toHaveLength(Number(count))
})

// Where each fills it: the intentions, the results that were set, the comments, and the last of them.
const sizes = ['60k', '200k', '272k', '296k']
const failedOf = async (run: string): Promise<unknown> =>
  (JSON.parse((await world.type(`testctl runs status ${run} --json`)).stdout) as { results: { failed: number } })
    .results.failed

describe.skipIf(!mountable)('a journal that fills its disk midway', () => {
  const type = (line: string) => world.type(line, { env: { XDG_STATE_HOME: disk } })
  const submitted = async (size: string, flags = '') => {
    await world.type('testctl projects create --name Web --identifier WEB')
    await report(1000, 10)
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
    expect(await failedOf('WEB-R1')).toBe(334)
  })

  test('--json names no journal', async () => {
    const { stdout } = await submitted('60k', ' --json')
    expect(JSON.parse(stdout)).not.toHaveProperty('journal')
  })
})
