import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Remote, startRemote } from '../../helpers/remote.ts'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

// What a service has and testctl cannot read as it is: a number beyond 2^53, a text that is no UTF-8. DECISIONS 32

const key = 'canary-0123456789'
let world: SeededWorld
let remote: Remote
beforeEach(async () => {
  world = await createSeededWorld()
  await world.prints(`testctl cases update WEB-C1 --custom-fields '{"ticket":"HUGE"}' --step 'Open X => It opens'`)
  remote = await startRemote(key, `file:${world.folder}/team.db`)
})
afterEach(async () => {
  await remote.close()
  await world.remove()
})

const type = (line: string) => world.type(line, { env: { TESTCTL_URL: remote.url, TESTCTL_API_KEY: key } })
const answering = (from: string, to: string) => {
  remote.after = (_, { status, headers, body }) => ({ status, headers, body: body.replaceAll(from, to) })
}
const changes = () => remote.requests.filter(({ method }) => method !== 'GET')

test('custom fields with a number that would be rounded are not typed', async () => {
  const { stderr, exitCode } = await type(
    `testctl cases create -p WEB --name x --custom-fields '{"t":1182736451827364518}'`,
  )
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringContaining('--custom-fields: the number 1182736451827364518 would be rounded'),
  ])
  expect(changes()).toEqual([])
})

test('a number that was rounded is not written back, beside another field', async () => {
  answering('"HUGE"', '1182736451827364518')
  const { stderr, exitCode } = await type('testctl cases update WEB-C1 --custom-field area=x')
  expect([exitCode, stderr]).toEqual([5, expect.stringContaining('which may have been rounded: written back')])
  expect(changes()).toEqual([])
  expect((await type('testctl cases update WEB-C1 --custom-field ticket=T-1')).exitCode).toBe(0)
  expect((await type('testctl cases update WEB-C1 --name New')).exitCode).toBe(0)
})

test('an import does not write it back either', async () => {
  await type('testctl cases export cases.ndjson -p WEB')
  answering('"HUGE"', '1182736451827364518')
  const file = join(world.folder, 'cases.ndjson')
  await writeFile(
    file,
    (await readFile(file, 'utf8')).replace('"customFields":{"ticket"', '"customFields":{"area":"x","ticket"'),
  )
  const { stderr, exitCode } = await type('testctl cases import cases.ndjson -p WEB')
  expect([exitCode, stderr]).toEqual([7, expect.stringContaining('which may have been rounded: written back')])
  expect(changes()).toEqual([])
})

test.each(['cases.ndjson', 'cases.csv', 'cases'])(
  'an export into %s writes the other cases, and names that one',
  async (path) => {
    answering('"HUGE"', '1182736451827364518')
    const { stderr, exitCode } = await type(`testctl cases export ${path} -p WEB -q`)
    expect(exitCode).toBe(7)
    expect(stderr).toContain('1 file failed')
    expect(stderr).toMatch(
      /WEB-C1:? WEB-C1 has the number 1182736451827364\d+, which may have been rounded: it was not written/,
    )
    answering('"HUGE"', '"HUGE"')
    expect(await type(`testctl cases export ${path} -p WEB -q`)).toMatchObject({ exitCode: 0, stdout: 'WEB-C1\n' })
  },
)

test('steps that were no UTF-8 are not written back, beside a new one', async () => {
  answering('Open X', 'Open \uFFFD')
  const { stderr, exitCode } = await type("testctl cases update WEB-C1 --add-step 'x => y'")
  expect([exitCode, stderr]).toEqual([
    5,
    expect.stringContaining('WEB-C1 has a text that cannot be read: written back'),
  ])
  expect(changes()).toEqual([])
})
