import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SeededRemote, startSeededRemote } from '../helpers/seeded-remote.ts'
import { createProject, creating, outcome, submitTo } from './service.ts'

// Keys, tests and runs that go away during a submission, or before its undo.

let there: SeededRemote
beforeEach(async () => {
  there = await startSeededRemote()
})
afterEach(() => there.close())

const report = async (lines: readonly string[]): Promise<void> =>
  writeFile(join(there.world.folder, 'report.tap'), [`1..${lines.length}`, ...lines, ''].join('\n'))

test('a key that is revoked while cases are created: what was not begun says so, and the same command does the rest', async () => {
  await report(Array.from({ length: 40 }, (_, at) => `ok ${at + 1} - new ${at}`))
  let creates = 0
  there.remote.before = async ({ method, path }) =>
    method === 'PUT' && path.startsWith('/v1/cases/') && ++creates > 3
      ? { status: 401, headers: {}, body: '{"message":"no such key"}' }
      : undefined
  const line = 'testctl runs submit report.tap -p WEB --name N --create-cases'
  const { stdout, exitCode } = await there.type(line)
  const reasons = stdout.match(/(?<=no case was created for it: ).*/g) ?? []
  expect({ exitCode, left: reasons.length }).toEqual({ exitCode: 7, left: 37 })
  expect(new Set(reasons)).toEqual(new Set(['the service refused the key: no such key (401)', 'stopped before']))
  delete there.remote.before
  const again = await there.type(line)
  expect(again).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('37 cases, 37 tests') as string })
})

test('a test that was taken out of the run is gone for an undo, and no failure', async () => {
  await report(['ok 1 - logs out', 'ok 2 - logs in'])
  await there.type('testctl runs submit report.tap --run WEB-R1')
  await there.world.prints('testctl tests delete WEB-T2 --yes')
  expect(await there.type('testctl runs undo')).toEqual({
    exitCode: 0,
    stderr: '',
    stdout: [
      'WEB-R1 Nightly 1',
      '  put back   1 result',
      '  gone       1',
      '    WEB-T2 logs out: not in the run any more',
      '',
    ].join('\n'),
  })
})

test('a key that is revoked while an undo is at work: no more than was under way is sent, and the same undo goes on', async () => {
  await report(Array.from({ length: 80 }, (_, at) => `ok ${at + 1} - new ${at}`))
  await there.type('testctl runs submit report.tap -p WEB --name N --create-cases')
  let changes = 0
  there.remote.before = async ({ method }) =>
    method === 'POST' && ++changes > 1 ? { status: 401, headers: {}, body: '{"message":"no such key"}' } : undefined
  const { stdout, exitCode } = await there.type('testctl runs undo')
  expect(exitCode).toBe(7)
  expect(stdout).toContain('put back   1 result\n')
  expect(changes).toBeLessThan(60)
  delete there.remote.before
  expect((await there.type('testctl runs undo')).stdout).toContain('put back   79 results\n  unchanged  1\n')
})

test('a case whose new test somebody has taken out of the run is unmatched, with the reason', async () => {
  const project = await createProject(['a'])
  const { api } = project
  const { run } = project
  const taken = {
    ...api,
    runs: {
      ...api.runs,
      update: async (change: Parameters<typeof api.runs.update>[0]) => {
        const answer = await api.runs.update(change)
        const { tests } = await api.tests.list({ testRunId: run.id })
        for (const { id, name } of tests) if (name === 'b') await api.tests.delete({ testId: id })
        return answer
      },
    },
  }
  const { summary, error } = await submitTo({ ...project, api: taken }, [outcome('a'), outcome('b')], {
    policy: creating,
  })
  expect(summary.unmatched).toMatchObject([{ name: 'b', reason: 'its case has no test in the run' }])
  expect(error).toMatchObject({ exitCode: 7 })
})
