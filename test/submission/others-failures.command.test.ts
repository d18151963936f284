import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

/** Submits the result of a suite for the test `logs in`, whose case was created by hand. */
const submit = async (suite: string, body = '') => {
  const report = `<testsuite name="${suite}"><testcase name="logs in">${body}</testcase></testsuite>`
  await writeFile(join(world.folder, `${suite || 'bare'}.xml`), report)
  return world.type(`testctl runs submit ${suite || 'bare'}.xml -p WEB --name CI --reuse --create-cases`)
}
const failure = '<failure message="no button"/>'
const result = async () => (await world.prints('testctl tests get WEB-T19 --columns result')).trim()

test('the failure of a test is not turned into a pass by another that goes by its short name', async () => {
  await submit('Api', failure)
  for (const body of ['', failure, '']) {
    const { stdout, stderr, exitCode } = await submit('Web', body)
    expect(stdout).toContain(
      '    Web › logs in (Web.xml:1): WEB-T19 has this name, and holds the failure of Api › logs in\n',
    )
    expect(stderr).toMatch(/^error: 1 of 1 results matches no test in the run\n/)
    expect({ exitCode, result: await result() }).toEqual({ exitCode: 7, result: 'failed' })
  }
})

test('nor is it where the same report brings a new test into the run', async () => {
  await submit('Api', failure)
  const { stdout } = await submit('Web', `</testcase><testcase name="is new">${failure}`)
  expect(stdout).toContain('WEB-T19 has this name, and holds the failure of Api › logs in\n')
  expect(await result()).toBe('failed')
})

test('its own next result is, and then the other one counts', async () => {
  for (const body of [failure, '', failure, '']) expect((await submit('Api', body)).exitCode).toBe(0)
  expect(await result()).toBe('passed')
  expect((await submit('Web')).exitCode).toBe(0)
})

test('a failure that was told by the short name is that of whoever goes by it', async () => {
  expect((await submit('', failure)).exitCode).toBe(0)
  expect((await submit('Web')).exitCode).toBe(0)
  expect(await result()).toBe('passed')
})

test('comments are read for it only where a test has failed', async () => {
  const reads = async () => {
    const { stderr } = await world.type('testctl runs submit Web.xml -p WEB --name CI --reuse -v')
    return stderr.match(/^> GET \/v1\/tests\/\S*comments/gm)?.length ?? 0
  }
  await submit('Web')
  expect(await reads()).toBe(0)
  await world.prints('testctl tests set WEB-T19 failed')
  expect(await reads()).toBe(1)
  expect(await result()).toBe('passed')
})
