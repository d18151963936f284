import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
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
  const env = { TESTCTL_URL: `file:${disk}/team.db` }
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
