import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Remote, startRemote } from '../helpers/remote.ts'
import { createWorld, type World } from '../helpers/world.ts'

// In CI, texts often come from strangers: a branch name, the title of a change. They must never make testctl post a file.

const key = 'canary-0123456789'
// One world and one service for all tests: they look at the requests, not at the data.
let world: World
let remote: Remote
beforeAll(async () => {
  remote = await startRemote(key)
  world = await createWorld({ TESTCTL_URL: remote.url, TESTCTL_API_KEY_FILE: 'key.txt' })
  await mkdir(join(world.folder, '.config/testctl'), { recursive: true })
  const profiles = { default: { url: remote.url, apiKey: key } }
  await writeFile(join(world.folder, '.config/testctl/config.json'), JSON.stringify({ profiles }))
  await writeFile(join(world.folder, 'key.txt'), key)
  await writeFile(join(world.folder, 'private.json'), '{"private":"things"}')
  await world.type('testctl projects create --name Web --identifier WEB')
  await world.type('testctl cases create -p WEB --name first')
})
beforeEach(() => {
  remote.requests.length = 0
})
afterAll(async () => {
  await remote.close()
  await world.remove()
})

const sent = () => JSON.stringify(remote.requests.map(({ path, query, body }) => [path, query, body]))
const files = ['@private.json', '@key.txt', '@.config/testctl/config.json']

test.each(
  files.flatMap((text) => [
    `testctl comments create WEB-C1 --content ${text}`,
    `testctl cases create -p WEB --name x --preconditions ${text}`,
    `testctl cases create -p WEB --name x --custom-field a=${text}`,
    `testctl cases update WEB-C1 --name ${text}`,
    `testctl api comments.create --resource-id WEB-C1 --content ${text}`,
  ]),
)('a text that begins with an @ is sent as it is: %s', async (line) => {
  expect(await world.type(line)).toMatchObject({ exitCode: 0 })
  expect(sent()).toMatch(/@(private|key|\.config)/)
  expect(sent()).not.toMatch(/things|canary/)
})

test.each(
  files.flatMap((text) => [
    `testctl cases create -p WEB --name x --steps ${text}`,
    `testctl cases create -p WEB --name x --custom-fields ${text}`,
    `testctl api PUT /v1/comments/x --input ${text}`,
    `testctl api cases.update --case-id WEB-C1 --custom-fields ${text}`,
    `testctl api cases.update --case-id WEB-C1 --input ${text}`,
  ]),
)('JSON that begins with an @ is none, and nothing is sent: %s', async (line) => {
  const { exitCode, stderr } = await world.type(line)
  expect(exitCode).toBe(2)
  expect(stderr).not.toMatch(/things|canary/)
  expect(remote.requests.filter(({ method }) => method !== 'GET')).toEqual([])
})

test.each([
  'testctl comments create WEB-C1 --content-file key.txt',
  'testctl comments create WEB-C1 --content-file .config/testctl/config.json',
  'testctl cases update WEB-C1 --preconditions-file key.txt',
  'testctl cases update WEB-C1 --custom-fields-file .config/testctl/config.json',
  'testctl cases update WEB-C1 --steps @.config/testctl/config.json',
  'testctl api PUT /v1/comments/x --input-file .config/testctl/config.json',
  'testctl api comments.create --resource-id WEB-C1 --content-file key.txt',
])('a file that holds a key of testctl is refused: %s', async (line) => {
  expect(await world.type(line)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('holds a key of testctl'),
  })
  expect(sent()).not.toContain('canary')
})

test.each([
  `testctl comments create WEB-C1 --content 'it says ${key}!'`,
  `testctl cases update WEB-C1 --name 'it says ${key}!'`,
  `testctl cases update WEB-C1 --step 'it says ${key}! => b'`,
  `testctl cases update WEB-C1 --custom-field 'a=it says ${key}!'`,
  `testctl api PUT /v1/comments/x -f 'content=it says ${key}!'`,
  `testctl api cases.list -p WEB --custom-fields '{"a":"it says ${key}!"}'`,
])('the key in use is masked in what is sent, traced and rehearsed: %s', async (line) => {
  for (const flags of ['', ' --verbose', ' --dry-run']) {
    const { stdout, stderr } = await world.type(`${line}${flags}`)
    expect(sent() + stdout + stderr).not.toContain(key)
  }
  expect(sent()).toContain('********')
})
