import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Request, Response } from '../../src/wire/message.ts'
import { openKeyboard } from '../commands/runs/execute/keyboard.ts'
import { type SeededRemote, startSeededRemote } from '../helpers/seeded-remote.ts'

// The service makes each change, but its answers cannot be read: commands of several steps continue. DECISIONS 320

let there: SeededRemote
beforeEach(async () => {
  there = await startSeededRemote()
})
afterEach(() => there.close())

const write = (name: string, text: string) => writeFile(join(there.world.folder, name), text)
const results = (run: string) => there.world.prints(`testctl tests list ${run} --columns result,assignedTo,comments`)
const empty: Response = { status: 204, headers: {}, body: '' }
const strange: Response = { status: 200, headers: {}, body: '{"ok":true}' }

/** Replaces the answers to these requests after the service carried them out. */
const answering = (answer: Response, which: RegExp) => {
  there.remote.after = ({ method, path }: Request, response) =>
    which.test(`${method} ${path}`) && response.status < 300 ? answer : response
}

test('an undo puts results back, and takes comments away', async () => {
  await write('report.tap', 'TAP version 13\nok 1 - WEB-C1 a\nnot ok 2 - WEB-C2 b\n1..2\n')
  const before = await results('WEB-R1')
  await there.type('testctl runs submit report.tap --run WEB-R1 --comments all')
  expect(await results('WEB-R1')).not.toBe(before)
  answering(empty, /^(POST|DELETE)/)
  const { stdout, stderr, exitCode } = await there.type('testctl runs undo')
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  expect(stdout).toContain('put back   2 results')
  expect(await results('WEB-R1')).toBe(before)
})

test('what a tester sets is set, with a note', async () => {
  answering(empty, /^POST/)
  const env = { ...there.world.env, TESTCTL_URL: there.remote.url, TESTCTL_API_KEY: there.key }
  const session = openKeyboard('testctl runs execute WEB-R2 --plain', { env, cwd: there.world.folder })
  await session.see(/all keys\.\n/)
  session.press('p')
  await session.see(/Test 2 of 3: .+\n$/)
  there.remote.after = ({ method }, response) => (method === 'GET' ? response : strange)
  session.press('fno mail\rq')
  const { exitCode, stdout, stderr } = await session.end()
  expect(exitCode).toBe(0)
  expect(stderr).not.toContain('refused')
  expect(stdout).toContain('You set 2 tests: 1 passed, 1 failed.')
  expect(await there.world.prints('testctl tests list WEB-R2 --columns result')).toBe('passed\nfailed\nuntested\n')
  expect(await there.world.prints('testctl comments list WEB-T4 --columns content')).toBe('no mail\n')
})

test('the tests of a new run are assigned; the run is named also where they are not', async () => {
  const line = 'testctl runs create -p WEB --name New --cases C1,C2 --assign ana'
  answering(empty, /^POST/)
  expect(await there.type(line)).toEqual({ stdout: 'WEB-R8\n', stderr: '', exitCode: 0 })
  expect(await there.world.prints('testctl tests list WEB-R8 --columns assignedTo')).toBe('ana\nana\n')
  delete there.remote.after
  there.remote.before = async ({ method, path }) =>
    method === 'GET' && path.startsWith('/v1/tests/') ? { status: 400, headers: {}, body: '' } : undefined
  const { stdout, stderr, exitCode } = await there.type(line)
  expect([stdout, exitCode]).toEqual(['WEB-R9\n', 7])
  expect(stderr).toContain('the run WEB-R9 was created; its tests are not assigned: ')
  expect(stderr).toContain('testctl tests list WEB-R9')
})

test('a case that was edited is not kept as a text to send', async () => {
  const editor = join(there.world.folder, 'ed.sh')
  await writeFile(editor, '#!/bin/sh\nsed -i "s/^# .*/# Edited/" "$1"\n')
  await chmod(editor, 0o755)
  answering(empty, /^POST/)
  const { stderr, exitCode } = await there.type('testctl cases edit WEB-C1', { EDITOR: editor })
  expect([exitCode, stderr]).toEqual([5, expect.stringContaining('the change was made')])
  expect(stderr).not.toContain('--recover')
  expect(await there.world.prints('testctl cases get WEB-C1 --columns name')).toBe('Edited\n')
})

test.each([
  ['outside the interface', strange],
  ['of another form', { ...strange, body: '{"id":1}' }],
  ['half', { ...strange, body: '{"case":' }],
])('a case that was created for a result is found where the answer is %s', async (_, answer) => {
  await write('report.tap', 'TAP version 13\nok 1 - quite new\n1..1\n')
  answering(answer, /^PUT \/v1\/cases/)
  const { stdout, stderr, exitCode } = await there.type(
    'testctl runs submit report.tap --run WEB-R1 --create-cases --json',
  )
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  expect(JSON.parse(stdout)).toMatchObject({ created: { cases: 1, tests: 1 }, tests: { set: 1 } })
})

test('one that is not there is not said to be missing for sure', async () => {
  await write('report.tap', 'TAP version 13\nok 1 - quite new\n1..1\n')
  there.remote.before = async ({ method, path }) =>
    method === 'PUT' && path.startsWith('/v1/cases') ? { ...strange, body: '{"case":' } : undefined
  const { stdout, stderr, exitCode } = await there.type('testctl runs submit report.tap --run WEB-R1 --create-cases')
  expect([exitCode, stderr]).toEqual([9, expect.stringContaining('may or may not have been created')])
  expect(stdout + stderr).not.toContain('no case was created')
})

test('an import agrees on what it sent where it cannot be read', async () => {
  await there.world.prints('testctl cases export cases.ndjson -p WEB')
  const file = join(there.world.folder, 'cases.ndjson')
  await writeFile(file, (await readFile(file, 'utf8')).replace(/"name":"[^"]*"/, '"name":"New"'))
  let changed = false
  answering(empty, /^POST/)
  there.remote.before = async ({ method }) => {
    const isAway = changed && method === 'GET'
    changed ||= method === 'POST'
    return isAway ? { status: 400, headers: {}, body: '' } : undefined
  }
  const imported = await there.type('testctl cases import cases.ndjson -p WEB')
  expect(imported).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('~ 1 changed (name 1)') })
  delete there.remote.before
  expect(await there.type('testctl cases status cases.ndjson -p WEB --exit-code')).toMatchObject({ exitCode: 0 })
})

test('a run leaves its milestone and gets its name', async () => {
  await there.world.prints('testctl runs update WEB-R1 --milestone WEB-M1')
  answering(empty, /^POST \/v1\/milestones/)
  const { stderr, exitCode } = await there.type('testctl runs update WEB-R1 --no-milestone --name New')
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  expect(await there.world.json('testctl runs get WEB-R1')).toMatchObject({ name: 'New' })
})
