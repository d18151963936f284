import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { soak } from '../../helpers/soak.ts'
import { createMachine, type Machine } from '../machine.ts'
import { type Submitting, openSubmitting, count, names, failing, suite, cases, submit, isUpdate } from './submitting.ts'

// RELIABILITY 3

let there: Submitting<Machine>
beforeEach(async () => {
  there = await openSubmitting(createMachine)
})
afterEach(() => there.close())

describe('killed at any moment and run again', () => {
  const line = 'testctl runs submit report.xml -p WEB --name CI --create-cases --json'
  test('there is one run, with every result once, one comment on each failure, and no case twice', async () => {
    // Half of the cases do not exist yet.
    const more = names.map((name, at) => `<testcase name="new ${name}">${failing(at) ? '<failure/>' : ''}</testcase>`)
    await writeFile(join(there.machine.folder, 'report.xml'), suite([...cases, ...more]))
    const kills = soak ? 200 : 6
    let seen = { exitCode: -1, stdout: '' }
    for (let kill = 0; kill < kills && seen.exitCode !== 0; kill++) {
      const before = there.remote.requests.length
      const moment = 1 + Math.floor(Math.random() * (count / 2))
      const running = there.machine.start(kill % 2 === 0 ? line : 'testctl runs submit --resume --json')
      there.remote.before = async () => {
        if (there.remote.requests.length - before === moment) running.kill('SIGKILL')
      }
      seen = await running
    }
    if (seen.exitCode !== 0) seen = await there.machine.typeHere(line)
    expect(seen.exitCode).toBe(0)
    const { testRuns } = await there.remote.api.runs.list({ projectId: there.projectId, limit: 1000 })
    expect(testRuns.filter(({ name }) => name === 'CI')).toHaveLength(1)
    const run = testRuns.find(({ name }) => name === 'CI')
    const tests = await there.remote.api.tests.list({ testRunId: run?.id ?? '', limit: 1000, relations: ['comments'] })
    expect(tests.pagination.total).toBe(2 * count)
    expect(run?.results).toMatchObject({
      total: 2 * count,
      untested: 0,
      failed: 2 * names.filter((_, at) => failing(at)).length,
    })
    for (const { name, result, comments } of tests.tests)
      expect({ name, comments: comments?.length }).toEqual({ name, comments: result === 'failed' ? 1 : 0 })
    const { pagination } = await there.remote.api.cases.list({ projectId: there.projectId, limit: 1 })
    expect(pagination.total).toBe(2 * count)
  })

  test('what it changed can be put back, whatever it got to', async () => {
    there.remote.before = async (request) => {
      if (isUpdate(request) && there.updates().length === (count * 3) / 4) running.kill('SIGKILL')
    }
    const running = there.machine.start(`${submit} --journal j.ndjson`)
    await running
    delete there.remote.before
    const [touched] = (await there.testsOf(there.runId)).filter(({ result }) => result === 'passed')
    await there.remote.api.tests.update({ testId: touched?.id ?? '', result: 'inProgress' })
    const { exitCode, stdout } = await there.machine.typeHere('testctl runs undo j.ndjson --json')
    // One test was left as it is, because it had been changed after the submission.
    expect(exitCode).toBe(7)
    expect(JSON.parse(stdout)).toMatchObject({ touched: [{ name: touched?.name, holds: 'inProgress' }], failures: [] })
    const left = (await there.testsOf(there.runId)).filter(
      ({ result, comments }) => result !== 'untested' || comments?.length,
    )
    expect(left.map(({ name }) => name)).toEqual([touched?.name])
  })
})

test('two shards at once share one run and one case of each name', async () => {
  const both = `<testcase name="in both"/>`
  const fresh = Array.from({ length: 40 }, (_, at) => `<testcase name="fresh ${at}"/>`)
  await writeFile(join(there.machine.folder, 'a.xml'), suite([...cases.slice(0, 50), ...fresh, both]))
  await writeFile(join(there.machine.folder, 'b.xml'), suite([...cases.slice(50, 100), ...fresh, both]))
  const shard = (file: string) =>
    there.machine.type(`testctl runs submit ${file} -p WEB --name Sharded --reuse --create-cases --json`)
  for (const { exitCode, stderr } of await Promise.all([shard('a.xml'), shard('b.xml'), shard('a.xml')]))
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  const { testRuns } = await there.remote.api.runs.list({ projectId: there.projectId })
  const shared = testRuns.filter(({ name }) => name === 'Sharded')
  expect(shared).toHaveLength(1)
  expect(shared[0]?.results).toMatchObject({ total: 141, untested: 0 })
  expect((await there.remote.api.cases.list({ projectId: there.projectId, limit: 1 })).pagination.total).toBe(
    count + 41,
  )
})

test('a report that changed since is not resumed, and the same command submits it anew', async () => {
  const line = 'testctl runs submit report.xml -p WEB --name CI --create-cases --json'
  const running = there.machine.start(line)
  there.remote.before = async (request) => {
    if (isUpdate(request) && there.updates().length === 20) running.kill('SIGKILL')
  }
  await running
  delete there.remote.before
  await writeFile(join(there.machine.folder, 'report.xml'), suite(cases).replace('<failure message="no"/>', ''))
  const resumed = await there.machine.typeHere('testctl runs submit --resume')
  expect(resumed).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('the reports have changed since') })
  expect(resumed.stderr).toMatch(
    /\n {2}try: testctl runs submit .*report\.xml --name CI --create-cases --project WEB\n/,
  )
  const anew = await there.machine.typeHere(line)
  expect(anew).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('the reports have changed') })
  const { testRuns } = await there.remote.api.runs.list({ projectId: there.projectId })
  expect(testRuns.filter(({ name }) => name === 'CI')).toHaveLength(2)
})
