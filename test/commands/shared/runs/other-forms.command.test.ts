import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SeededRemote, startSeededRemote } from '../../../helpers/seeded-remote.ts'

// Services that answer in another form than ours, where the interface does not show a form.

let seeded: SeededRemote
const type = (line: string) => seeded.type(`testctl ${line}`, { TESTCTL_PROJECT: 'WEB' })

beforeEach(async () => {
  seeded = await startSeededRemote()
})
afterEach(() => seeded.close())

const answerWith = (rewrite: (body: string) => string): void => {
  seeded.remote.after = (_, response) => ({ ...response, body: rewrite(response.body) })
}

describe('a service whose times are numbers of seconds since 1970', () => {
  beforeEach(() =>
    answerWith((body) =>
      body.replace(
        /("(?:cre|upd)atedAt":)"([^"]*)"/g,
        (_whole, name: string, time: string) => `${name}${Math.trunc(Date.parse(time) / 1000)}`,
      ),
    ),
  )

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
})

test('a list is sorted by when things were changed, however a service writes that', async () => {
  // In order: with an offset, without the zeros at the end of a fraction, and without a fraction.
  const written = [
    '2024-01-02T05:00:00+02:00',
    '2024-01-02T03:30:00Z',
    '2024-01-02T03:30:00.45Z',
    '2024-01-02T03:30:00.5Z',
  ]
  const shuffled = [3, 0, 2, 1].map((at) => written[at]!)
  answerWith((body) => {
    let at = 0
    return body.replace(/("updatedAt":)"[^"]*"/g, (_whole, name: string) => `${name}"${shuffled[at++ % 4]!}"`)
  })
  const sorted = async (sort: string) =>
    (JSON.parse((await type(`cases list --sort ${sort} --json`)).stdout) as { updatedAt: string }[])
      .map(({ updatedAt }) => updatedAt)
      .filter((one, at, all) => one !== all[at - 1])
  expect(await sorted('updatedAt')).toEqual(written)
  expect(await sorted('updatedAt:desc')).toEqual(written.toReversed())
})

// DECISIONS 22
describe('a service that says null of who did something, and of who has a test that nobody has', () => {
  beforeEach(() =>
    answerWith((body) =>
      body.replace(/"((?:cre|upd)atedBy)":"[^"]*"/g, '"$1":null').replace(/"(assignedTo)":""/g, '"$1":null'),
    ),
  )

  test('a report is written, without names', async () => {
    await type('tests set WEB-T1 failed --comment broken')
    for (const form of ['html', 'markdown', 'junit', 'ctrf']) {
      const { stderr, exitCode } = await type(`runs report WEB-R1 --full --${form} ${seeded.world.folder}/report`)
      expect({ form, stderr, exitCode }).toEqual({ form, stderr: '', exitCode: 0 })
    }
  })

  test('a page names nobody', async () => {
    await type('comments create WEB-T1 --content broken')
    const { stdout } = await type('tests get WEB-T1')
    expect(stdout).toMatch(/^created: {2}20\S+$/m)
    expect(stdout).toMatch(/^ {2}20\S+\n {4}broken$/m)
  })

  test('tests that nobody has are found', async () => {
    const line = "tests list WEB-R7 --assigned-to '' --quiet"
    expect((await type(line)).stdout).toBe(await seeded.world.prints(`testctl ${line}`))
  })
})
