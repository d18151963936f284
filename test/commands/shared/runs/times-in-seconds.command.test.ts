import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SeededRemote, startSeededRemote } from '../../../helpers/seeded-remote.ts'

// A service whose times are numbers of seconds since 1970: the interface shows no form of them.

let seeded: SeededRemote
const type = (line: string) => seeded.type(`testctl ${line}`, { TESTCTL_PROJECT: 'WEB' })

beforeEach(async () => {
  seeded = await startSeededRemote()
  seeded.remote.after = (_, response) => ({
    ...response,
    body: response.body.replace(
      /("(?:cre|upd)atedAt":)"([^"]*)"/g,
      (_whole, name: string, time: string) => `${name}${Math.trunc(Date.parse(time) / 1000)}`,
    ),
  })
})
afterEach(() => seeded.close())

test('--keep-newer keeps a result that was set after that time', async () => {
  await writeFile(join(seeded.world.folder, 'r.xml'), '<testsuite><testcase name="WEB-T1 logs in"/></testsuite>')
  await type('tests set WEB-T1 failed')
  const report = join(seeded.world.folder, 'r.xml')
  const { stdout, exitCode } = await type(`runs submit ${report} --run WEB-R1 --keep-newer 1h --json`)
  expect({ exitCode, tests: (JSON.parse(stdout) as { tests: object }).tests }).toMatchObject({
    exitCode: 0,
    tests: { set: 0, newer: 1 },
  })
  expect((await type('tests get WEB-T1 --template {result}')).stdout).toBe('failed\n')
})

test('a history and a report have the times that lists have', async () => {
  await type('tests set WEB-T1 failed')
  const { stdout: listed } = await type('tests get WEB-T1 --columns updatedAt')
  const time = listed.trim()
  expect(time).toMatch(/^20\d\d-.*\.000Z$/)
  const { caseId } = JSON.parse((await type('tests get WEB-T1 --json')).stdout) as { caseId: string }
  expect((await type(`cases history ${caseId} --json`)).stdout).toContain(`"time": "${time}"`)
  expect((await type('runs report WEB-R1 --json')).stdout).toContain(`"at": "${time}"`)
})
