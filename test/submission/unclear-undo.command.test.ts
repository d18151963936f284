import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { InterruptedError } from '../../src/errors.ts'
import { type SeededRemote, startSeededRemote } from '../helpers/seeded-remote.ts'

// A service, perhaps behind a proxy, that carries out the requests of an undo but does not confirm them.

let there: SeededRemote
beforeEach(async () => {
  there = await startSeededRemote()
})
afterEach(() => there.close())

const submit = async (report: string): Promise<void> => {
  await writeFile(join(there.world.folder, 'report.tap'), report)
  expect(await there.type('testctl runs submit report.tap --run WEB-R1')).toMatchObject({ exitCode: 0 })
}
const resultOf = async (): Promise<string> =>
  (await there.world.prints('testctl tests get WEB-T2 --columns result')).trim()

const answers = [
  ['a page', { status: 200, headers: {}, body: '<html></html>' }],
  ['half an answer', { status: 200, headers: {}, body: '{"test":' }],
  ['the 502 of a proxy', { status: 502, headers: {}, body: '' }],
  ['nothing', { status: 204, headers: {}, body: '' }],
] as const

test.each(answers)(
  'an undo that is answered with %s says what it put back, and the one before is undone',
  async (_, answer) => {
    await submit('1..1\nok 1 - logs out\n')
    await submit('1..1\nnot ok 1 - logs out\n')
    there.remote.after = ({ method }, response) => (method === 'POST' ? answer : response)
    const { stdout, stderr, exitCode } = await there.type('testctl runs undo')
    expect({ stdout, stderr, exitCode }).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('put back   1 result'),
    })
    delete there.remote.after
    expect(await resultOf()).toBe('passed')
    const [, before = ''] = /earlier {4}(testctl .*)/.exec((await there.type('testctl runs undo')).stdout) ?? []
    expect(await there.type(before)).toMatchObject({ exitCode: 0 })
    expect(await resultOf()).toBe('untested')
  },
)

test('what was not put back is said to be unclear where nobody can tell', async () => {
  await submit('1..1\nok 1 - logs out\n')
  there.remote.before = async ({ method }) => (method === 'POST' ? { status: 502, headers: {}, body: '' } : undefined)
  const { stdout, exitCode } = await there.type('testctl runs undo')
  expect([exitCode, stdout]).toEqual([7, expect.stringContaining('may or may not have been updated')])
  expect(await resultOf()).toBe('passed')
})

// DECISIONS 579
test('a result that the service says is put back, and that it does not hold, is a failure', async () => {
  await submit('1..1\nok 1 - logs out\n')
  there.remote.before = async ({ method }) => (method === 'POST' ? { status: 204, headers: {}, body: '' } : undefined)
  const { stdout, exitCode } = await there.type('testctl runs undo')
  expect([exitCode, stdout]).toEqual([7, expect.stringContaining('set to untested, and the run holds passed')])
  expect(stdout).toContain('put back   0 results')
})

test('a result that cannot be put back keeps the comment that says why it failed', async () => {
  await submit('1..1\nnot ok 1 - logs out\n')
  there.remote.before = async ({ method }) =>
    method === 'POST' ? { status: 409, headers: {}, body: '{"message":"not now"}' } : undefined
  expect(await there.type('testctl runs undo')).toMatchObject({ exitCode: 7 })
  const { test: held } = await there.remote.api.tests.get({ identifier: 'WEB-T2', relations: ['comments'] })
  expect([held.result, held.comments?.length]).toEqual(['failed', 1])
})

test('an undo that is stopped ends with 130, and the next one finishes it', async () => {
  await submit('1..1\nnot ok 1 - logs out\n')
  const stop = new AbortController()
  there.remote.before = async ({ method }) => void (method === 'POST' && stop.abort(new InterruptedError('stopped')))
  const env = { TESTCTL_URL: there.remote.url, TESTCTL_API_KEY: there.key }
  const { stderr, exitCode } = await there.world.type('testctl runs undo', { env, stop: stop.signal })
  expect([exitCode, stderr]).toEqual([130, expect.stringContaining('1 result was put back')])
  delete there.remote.before
  expect((await there.type('testctl runs undo')).stdout).toContain('comments   1 taken away')
})

test('an undo that is run again, because it could not take a comment away, writes the earlier one once', async () => {
  const failing = (why: string) => `1..1\nnot ok 1 - logs out\n# ${why}\n`
  await submit(failing('no button'))
  await submit(failing('no page'))
  const comments = async () => {
    const { test: held } = await there.remote.api.tests.get({ identifier: 'WEB-T2', relations: ['comments'] })
    return (held.comments ?? []).map(({ content }) => /no \w+/.exec(content)?.[0])
  }
  expect(await comments()).toEqual(['no page'])
  there.remote.before = async ({ method }) =>
    method === 'DELETE' ? { status: 409, headers: {}, body: '{"message":"not now"}' } : undefined
  expect(await there.type('testctl runs undo')).toMatchObject({ exitCode: 7 })
  expect(await comments()).toEqual(['no page', 'no button'])
  delete there.remote.before
  expect(await there.type('testctl runs undo')).toMatchObject({ exitCode: 0 })
  expect(await comments()).toEqual(['no button'])
})

// DECISIONS 521
test.each(['', ' --resume'])(
  'a comment whose answer a submission never got is taken away by the undo of it%s',
  async (then) => {
    await submit('1..1\nok 1 - logs out\n')
    await writeFile(join(there.world.folder, 'report.tap'), '1..1\nnot ok 1 - logs out\n')
    there.remote.after = ({ path }, response) =>
      path.startsWith('/v1/comments') ? { status: 502, headers: {}, body: '' } : response
    // The submission cannot read the test to check whether the comment exists.
    there.remote.before = async ({ method, path }) =>
      method === 'GET' && path.endsWith('WEB-T2') ? { status: 502, headers: {}, body: '' } : undefined
    const { exitCode } = await there.type('testctl runs submit report.tap --run WEB-R1 --timeout 300ms')
    expect(exitCode).not.toBe(0)
    delete there.remote.before
    delete there.remote.after
    const comments = async () => {
      const { test: held } = await there.remote.api.tests.get({ identifier: 'WEB-T2', relations: ['comments'] })
      return held.comments?.length
    }
    expect(await comments()).toBe(1)
    if (then) expect(await there.type(`testctl runs submit${then}`)).toMatchObject({ exitCode: 0 })
    const { stdout, exitCode: undone } = await there.type('testctl runs undo')
    expect([undone, stdout]).toEqual([0, expect.stringContaining('comments   1 taken away')])
    expect([await comments(), await resultOf()]).toEqual([0, 'passed'])
  },
)

// DECISIONS 521
test.for(['refused', 'not sent, because of Ctrl-C'])(
  'a comment that was %s, and that another submission wrote, stays where the result stays',
  async (why) => {
    const stop = new AbortController()
    expect(await there.type('testctl tests set WEB-T2 failed')).toMatchObject({ exitCode: 0 })
    await writeFile(join(there.world.folder, 'report.tap'), '1..2\nok 1 - logs in\nnot ok 2 - logs out\n')
    there.remote.before = async ({ method, path }) => {
      if (why !== 'refused' && method === 'POST' && path.startsWith('/v1/tests'))
        stop.abort(new InterruptedError('stopped'))
      return path.startsWith('/v1/comments') ? { status: 403, headers: {}, body: '{"message":"no"}' } : undefined
    }
    const line = 'testctl runs submit report.tap --run WEB-R1 --journal first.ndjson'
    const env = { TESTCTL_URL: there.remote.url, TESTCTL_API_KEY: there.key }
    const { exitCode } = await there.world.type(line, { env, stop: stop.signal })
    expect(exitCode).toBe(why === 'refused' ? 7 : 130)
    delete there.remote.before
    expect(await there.type('testctl runs submit report.tap --run WEB-R1')).toMatchObject({ exitCode: 0 })
    expect(await there.type('testctl runs undo first.ndjson')).toMatchObject({ exitCode: 0 })
    const { test: held } = await there.remote.api.tests.get({ identifier: 'WEB-T2', relations: ['comments'] })
    expect([held.result, held.comments?.length]).toEqual(['failed', 1])
  },
)

// DECISIONS 521
test('a comment with another text, by another submission, is not taken for the one whose answer was lost', async () => {
  await writeFile(join(there.world.folder, 'report.tap'), '1..1\nnot ok 1 - logs out\n')
  there.remote.before = async ({ method, path }) =>
    path.startsWith('/v1/comments') || (method === 'GET' && path.endsWith('WEB-T2'))
      ? { status: 502, headers: {}, body: '' }
      : undefined
  const line = 'testctl runs submit report.tap --run WEB-R1'
  expect((await there.type(`${line} --journal first.ndjson --timeout 300ms`)).exitCode).not.toBe(0)
  delete there.remote.before
  await submit('1..1\nnot ok 1 - logs out\n# no page\n')
  expect(await there.type('testctl runs undo first.ndjson')).toMatchObject({ exitCode: 0 })
  const { test: held } = await there.remote.api.tests.get({ identifier: 'WEB-T2', relations: ['comments'] })
  expect(held.comments).toMatchObject([{ content: expect.stringContaining('no page') }])
})
