import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Remote, startRemote } from '../../helpers/remote.ts'
import type { SeededWorld } from '../../helpers/seed.ts'
import { worldsOfFewCases } from './few-cases.ts'

// Values of a service that testctl cannot read exactly: numbers that JSON.parse rounds, texts that are not UTF-8. DECISIONS 32, 363

const key = 'canary-0123456789'
let world: SeededWorld
let remote: Remote
const makeWorld = worldsOfFewCases(({ prints }) =>
  prints(`testctl cases update WEB-C1 --custom-fields '{"ticket":"HUGE"}' --step 'Open X => It opens'`),
)
beforeEach(async () => {
  world = await makeWorld()
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
  expect([exitCode, stderr]).toEqual([5, expect.stringContaining('which was rounded: writing it back')])
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
  expect([exitCode, stderr]).toEqual([7, expect.stringContaining('which was rounded: writing it back')])
  expect(changes()).toEqual([])
})

test.each(['cases.ndjson', 'cases.csv', 'cases'])(
  'an export into %s writes the other cases, and names that one',
  async (path) => {
    answering('"HUGE"', '1182736451827364518')
    const { stderr, exitCode } = await type(`testctl cases export ${path} -p WEB -q`)
    expect(exitCode).toBe(7)
    expect(stderr).toContain('1 file failed')
    expect(stderr).toMatch(/WEB-C1:? WEB-C1 has the number 1182736451827364\d+, which was rounded: it was not written/)
    answering('"HUGE"', '"HUGE"')
    expect(await type(`testctl cases export ${path} -p WEB -q`)).toMatchObject({ exitCode: 0, stdout: 'WEB-C1\n' })
  },
)

test('a number of many digits is not written back either, nor exported', async () => {
  answering('"HUGE"', '1234567890123456789012345')
  const { stderr, exitCode } = await type('testctl cases update WEB-C1 --custom-field area=x')
  expect([exitCode, stderr]).toEqual([5, expect.stringContaining('which was rounded: writing it back')])
  expect(await type('testctl cases export cases.csv -p WEB -q')).toMatchObject({ exitCode: 7 })
})

test('a large number that is exact, and a U+FFFD that was typed, stay beside another field', async () => {
  const odd = '{"power":1152921504606847000,"far":1e30,"note":"typed \uFFFD"}'
  await type(`testctl cases update WEB-C2 --custom-fields '${odd}' --step 'Typed \uFFFD => It opens'`)
  expect(await type("testctl cases update WEB-C2 --custom-field area=x --add-step 'x => y'")).toMatchObject({
    exitCode: 0,
  })
  expect(await type('testctl cases export cases.ndjson -p WEB -q')).toMatchObject({ exitCode: 0 })
  const { customFields } = JSON.parse((await type('testctl cases get WEB-C2 --json')).stdout) as {
    customFields: object
  }
  expect(customFields).toEqual({ ...(JSON.parse(odd) as object), area: 'x' })
})

test('steps that were no UTF-8 are not written back, beside a new one', async () => {
  const broken = createServer((request, response) => {
    void fetch(new URL(request.url ?? '', remote.url), { headers: { 'x-api-key': key } }).then(async (answer) => {
      const body = await answer.text()
      response.end(Buffer.from(body.replace('Open X', 'Open \xff'), 'latin1'))
    })
  })
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void broken.close())
  const { port } = broken.address() as AddressInfo
  const { stderr, exitCode } = await world.type("testctl cases update WEB-C1 --add-step 'x => y'", {
    env: { TESTCTL_URL: `http://127.0.0.1:${port}`, TESTCTL_API_KEY: key },
  })
  expect([exitCode, stderr]).toEqual([
    5,
    expect.stringContaining('WEB-C1 has a text that cannot be read: writing it back'),
  ])
  expect(changes()).toEqual([])
})
