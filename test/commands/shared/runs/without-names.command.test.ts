import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SeededRemote, startSeededRemote } from '../../../helpers/seeded-remote.ts'

// A service that says null of who did something, and of who has a test that nobody has. DECISIONS 22

let seeded: SeededRemote
const type = (line: string) => seeded.type(`testctl ${line}`, { TESTCTL_PROJECT: 'WEB' })

beforeEach(async () => {
  seeded = await startSeededRemote()
  seeded.remote.after = (_, response) => ({
    ...response,
    body: response.body
      .replace(/"((?:cre|upd)atedBy)":"[^"]*"/g, '"$1":null')
      .replace(/"(assignedTo)":""/g, '"$1":null'),
  })
})
afterEach(() => seeded.close())

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
