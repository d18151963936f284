import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SeededRemote, startSeededRemote } from '../helpers/seeded-remote.ts'

// The service carries out a request, but confirms it with an answer that is not in the interface.

let there: SeededRemote
beforeEach(async () => {
  there = await startSeededRemote()
})
afterEach(() => there.close())

const type = (line: string) => there.type(line)
const answering = (body: string, status = 200, methods = ['POST', 'DELETE']) => {
  there.remote.after = ({ method }, response) =>
    methods.includes(method) && response.status === 200 ? { status, headers: {}, body } : response
}
const resultOf = async (test: string) =>
  (await there.world.json<{ result: string }>(`testctl tests get ${test}`)).result

describe.each([
  ['nothing (204)', 204, '', 'the status says, but the answer was empty'],
  ['nothing (200)', 200, '', 'the status says, but the answer was empty'],
  ['yes in other words', 200, '{"ok":true}', 'its answer says, but the service answered outside its interface'],
])('a change that is answered with %s is said to be made', (_, status, body, why) => {
  beforeEach(() => answering(body, status, ['POST']))

  test.each([
    'cases update WEB-C1 --name New',
    'runs update WEB-R1 --name New',
    'milestones update WEB-M1 --name New',
    'projects update WEB --name New',
    'tests update WEB-T1 --result passed',
    'tests set WEB-T1 passed',
  ])('%s', async (line) => {
    const { stderr, exitCode } = await type(`testctl ${line}`)
    expect(exitCode).toBe(5)
    expect(stderr).toContain(`the change was made, as ${why}`)
    expect(stderr).toContain('look first: testctl ')
  })

  test('in a batch as alone', async () => {
    const { stderr, exitCode } = await type('testctl tests set WEB-T1 WEB-T2 passed --comment Seen')
    expect([exitCode, stderr]).toEqual([5, expect.stringContaining('2 of 2 tests changed')])
    expect(stderr).toContain(', 0 failed')
    expect([await resultOf('WEB-T1'), await resultOf('WEB-T2')]).toEqual(['passed', 'passed'])
    expect(await there.world.prints('testctl comments list WEB-T2')).toContain('Seen')
    const some = await type('testctl tests set WEB-T1 WEB-T999 failed')
    expect([some.exitCode, some.stderr]).toEqual([7, expect.stringContaining('1 of 2 tests changed')])
  })

  test('an import and a submission go on', async () => {
    await there.world.prints('testctl cases export cases.ndjson -p WEB')
    const file = join(there.world.folder, 'cases.ndjson')
    await writeFile(file, (await readFile(file, 'utf8')).replace(/"name":"[^"]*"/, '"name":"New"'))
    const imported = await type('testctl cases import cases.ndjson -p WEB')
    expect(imported).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('~ 1 changed (name 1)'), stderr: '' })
    await writeFile(join(there.world.folder, 'report.tap'), 'TAP version 13\nok 1 - WEB-C1 a\nok 2 - WEB-C2 b\n1..2\n')
    const submitted = await type('testctl runs submit report.tap --run WEB-R1 --comments all --json')
    expect(JSON.parse(submitted.stdout)).toMatchObject({
      tests: { failed: 0, matched: 2 },
      comments: { failed: 0, written: 2 },
    })
    expect(submitted.exitCode).toBe(0)
  })
})

test('a page and half an answer, which may be those of a proxy, say nothing of the change', async () => {
  for (const body of ['<html></html>', '{"case":']) {
    answering(body)
    const { stderr, exitCode } = await type('testctl cases update WEB-C1 --name New')
    expect([exitCode, stderr]).toEqual([6, expect.stringContaining('is TESTCTL_URL right?')])
    expect(stderr).toContain('the case may or may not have been updated')
    expect(stderr).not.toContain('was made')
  }
})

test('in a batch it is unknown what became of them', async () => {
  answering('<html></html>')
  const { stderr, exitCode } = await type('testctl cases delete WEB-C1 WEB-C2 --yes')
  expect([exitCode, stderr]).toEqual([6, expect.stringContaining('0 of 2 cases deleted, 2 unknown')])
  const some = await type('testctl tests set WEB-T1 WEB-T999 passed')
  expect([some.exitCode, some.stderr]).toEqual([
    7,
    expect.stringContaining('0 of 2 tests changed, 1 failed, 1 unknown\n  fix these, then run it again for them\n'),
  ])
})

test('where it is unknown of some, nothing has to be fixed', async () => {
  let changes = 0
  there.remote.after = ({ method }, response) =>
    method === 'POST' && ++changes === 1 ? { status: 200, headers: {}, body: '<html></html>' } : response
  const { stderr, exitCode } = await type('testctl tests set WEB-T1 WEB-T2 passed')
  expect(exitCode).toBe(7)
  expect(stderr).toContain('error: 1 of 2 tests changed, 1 unknown\n  run it again for them\n')
})

test('a delete that the service denies has failed, alone and in a batch', async () => {
  answering('{"ok":false,"message":"is in use"}')
  const { stderr, exitCode } = await type('testctl cases delete WEB-C1 --yes')
  expect([exitCode, stderr]).toEqual([5, expect.stringContaining('is in use')])
  expect(stderr).not.toContain('was made')
  answering('{"ok":false}')
  const both = await type('testctl cases delete WEB-C2 WEB-C3 --yes')
  expect([both.exitCode, both.stderr]).toEqual([5, expect.stringContaining('0 of 2 cases')])
  expect(both.stderr).toContain('the service says that it was not done')
})

test.for([
  '{"error":"the database is read only"}',
  '{"success":false,"error":{"message":"the database is read only"}}',
  '{"code":17,"errors":[{"message":"the database is read only"}]}',
  '{"status":"error","message":"the database is read only"}',
  '{"code":500,"msg":"the database is read only"}',
])('a change that is answered with %s and a status of success has failed', async (answer) => {
  answering(answer)
  const alone = await type('testctl tests set WEB-T1 passed')
  expect(alone).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('error: the database is read only\n') })
  const both = await type('testctl tests set WEB-T1 WEB-T2 passed')
  expect(both).toMatchObject({
    exitCode: 5,
    stderr: expect.stringContaining('error: 0 of 2 tests changed, 2 failed\n'),
  })
})

test.each([200, 204])('a delete that is answered with nothing (%i) is done', async (status) => {
  answering('', status)
  expect(await type('testctl cases delete WEB-C1 --yes')).toEqual({ exitCode: 0, stdout: 'WEB-C1\n', stderr: '' })
})

test('a change that is answered with the item in another envelope is made', async () => {
  there.remote.after = ({ method, path }, response) => {
    const id = method === 'PUT' ? JSON.parse(response.body).case.id : path.split('/').pop()
    return method === 'GET' ? response : { ...response, body: JSON.stringify({ data: { item: { id, name: 'New' } } }) }
  }
  const made = 'the change was made, as its answer says, but the service answered outside its interface'
  for (const line of [
    'cases create -p WEB --name New',
    'cases update WEB-C1 --name New',
    'cases delete WEB-C1 --yes',
  ]) {
    const { stderr, exitCode } = await type(`testctl ${line}`)
    expect({ line, exitCode, stderr }).toEqual({ line, exitCode: 5, stderr: expect.stringContaining(made) })
  }
})

describe.each([
  // A create is sent again with its idempotency key, as after any empty answer.
  [202, '', /the service has only accepted it \(202\)|the answer was empty/],
  [202, '{"status":"queued","jobId":7}', /the service has only accepted it \(202\)/],
  [202, '{"ok":true,"requestId":"r","duration":1}', /the service has only accepted it \(202\)/],
  [200, '{}', /the service answered outside its interface: /],
  [200, '{"id":7,"state":"queued"}', /the service answered outside its interface: /],
])('an answer of %i with %j says not that a change was made', (status, body, why) => {
  beforeEach(() => answering(body, status, ['PUT', 'POST', 'DELETE']))

  test.each([
    ['cases create -p WEB --name New', 9, 'the case "New" may or may not have been created'],
    ['runs update WEB-R1 --add-case WEB-C1', 9, 'the test run may or may not have been updated'],
    ['tests set WEB-T1 passed', 6, 'the test may or may not have been updated'],
    ['cases delete WEB-C1 --yes', 6, 'the case may or may not have been deleted'],
  ])('%s', async (line, code, told) => {
    const { stdout, stderr, exitCode } = await type(`testctl ${line}`)
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: code })
    expect(stderr).toMatch(why)
    expect(stderr).toContain(told)
  })

  test('in a batch they are unknown', async () => {
    const { stderr, exitCode } = await type('testctl tests set WEB-T1 WEB-T2 passed')
    expect([exitCode, stderr]).toEqual([6, expect.stringContaining('0 of 2 tests changed, 2 unknown')])
  })
})

test('its id alone is that of an update, not of what came of it', async () => {
  there.remote.after = ({ method, path }, response) =>
    method === 'GET' ? response : { ...response, body: JSON.stringify({ id: path.split('/').pop(), status: 'error' }) }
  const { stderr, exitCode } = await type('testctl tests set WEB-T1 passed')
  expect([exitCode, stderr]).toEqual([6, expect.stringContaining('the test may or may not have been updated')])
})

test('an update that is answered with the item is made, whatever its status of success', async () => {
  there.remote.after = ({ method }, response) => (method === 'GET' ? response : { ...response, status: 202 })
  expect(await type('testctl tests set WEB-T1 passed')).toMatchObject({ exitCode: 0, stderr: '' })
  expect(await type('testctl cases create -p WEB --name New')).toMatchObject({ exitCode: 0, stderr: '' })
})

test('a change by api that was only accepted is unknown', async () => {
  answering('{"status":"queued"}', 202)
  const { stderr, exitCode } = await type('testctl api POST /v1/tests/x -f result=passed')
  expect(exitCode).toBe(3)
  const { stdout: id } = await type('testctl tests get WEB-T1 --template {id}')
  const accepted = await type(`testctl api POST /v1/tests/${id.trim()} -f result=passed`)
  expect(accepted).toMatchObject({ exitCode: 6, stdout: '' })
  expect(accepted.stderr).toContain('the service has only accepted it (202)')
  expect(stderr).not.toContain('accepted')
})
