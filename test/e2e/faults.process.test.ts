import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { execa } from 'execa'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Remote, startRemote } from '../helpers/remote.ts'
import { createMachine, type Machine } from './machine.ts'

// A submission of many results, and everything that can go wrong meanwhile. The long form (npm run test:soak) is larger.

const soak = process.env['TESTCTL_SOAK'] === '1'
const key = 'canary-0123456789'
const count = soak ? 2000 : 300
let machine: Machine
let remote: Remote
let runId: string
let projectId: string

const names = Array.from({ length: count }, (_, at) => `Case ${at + 1}`)
const failing = (at: number) => at % 50 === 0
const suite = (some: readonly string[]) => `<testsuite name="Shop">${some.join('')}</testsuite>`
const cases = names.map(
  (name, at) => `<testcase name="${name}">${failing(at) ? '<failure message="no"/>' : ''}</testcase>`,
)

beforeEach(async () => {
  remote = await startRemote(key)
  machine = await createMachine({ TESTCTL_URL: remote.url, TESTCTL_API_KEY: key })
  const { api } = remote
  const made = await api.projects.create({ name: 'Web', identifier: 'WEB', icon: '', color: '' })
  projectId = made.project.id
  const created = await Promise.all(
    names.map((name) => api.cases.create({ projectId, name, preconditions: '', steps: [] })),
  )
  const { testRun } = await api.runs.create({ projectId, name: 'Nightly', caseIds: created.map((one) => one.case.id) })
  runId = testRun.id
  await writeFile(join(machine.folder, 'report.xml'), suite(cases))
})
afterEach(async () => {
  await remote.close()
  await machine.remove()
})

const updates = () => remote.requests.filter(({ method, path }) => method === 'POST' && path.startsWith('/v1/tests/'))
const testsOf = async (testRunId: string) => {
  const pages = await Promise.all(
    Array.from({ length: Math.ceil(count / 1000) }, (_, page) =>
      remote.api.tests.list({ testRunId, limit: 1000, offset: page * 1000, relations: ['comments'] }),
    ),
  )
  return pages.flatMap(({ tests }) => tests)
}
const wrong = async (testRunId = runId) =>
  (await testsOf(testRunId))
    .filter(({ name, result }) => result !== (failing(names.indexOf(name)) ? 'failed' : 'passed'))
    .map(({ name, result }) => `${name}: ${result}`)

const submit = 'testctl runs submit report.xml --run WEB-R1 --json'
const answer = (status: number, headers = {}) => ({ status, headers, body: '{"message":"planted"}' })
const isUpdate = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path.startsWith('/v1/tests/')

describe('all results are stored', () => {
  test('though the service restarts midway', async () => {
    let restarted: Promise<void> | undefined
    remote.before = async (request) => {
      if (isUpdate(request) && updates().length === 100) restarted = remote.restart(1500)
    }
    const { exitCode, stderr } = await machine.type(submit)
    await restarted
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(await wrong()).toEqual([])
  })

  test('though the service is overloaded for a while, and none is sent before the time that it names', async () => {
    let began = 0
    let early = 0
    remote.before = async (request) => {
      if (!isUpdate(request) || updates().length < 100) return
      began ||= Date.now()
      const since = Date.now() - began
      // Those that were on their way when it began are not early.
      if (since > 300 && since < 950) early++
      if (since < 1000) return answer(429, { 'retry-after': '1' })
    }
    const { exitCode, stderr } = await machine.type(submit)
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(await wrong()).toEqual([])
    // The sixteen that were on their way, and no crowd after them.
    expect(updates().length - count).toBeLessThanOrEqual(40)
    expect(early).toBe(0)
  })

  test('though every seventh request fails', async () => {
    let nth = 0
    remote.before = async () => (++nth % 7 === 0 ? answer(500) : undefined)
    const { exitCode, stderr } = await machine.type(submit)
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(await wrong()).toEqual([])
  })

  test('though every seventh answer is lost after the work was done', async () => {
    let nth = 0
    remote.before = async (request) => {
      if (!isUpdate(request) || ++nth % 7 !== 0) return
      const testId = request.path.split('/').at(-1) ?? ''
      await remote.api.tests.update({ testId, ...(JSON.parse(request.body ?? '') as { result: 'passed' }) })
      throw new Error('the connection is cut')
    }
    const { exitCode, stderr } = await machine.type(submit)
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(await wrong()).toEqual([])
  })

  test('though the output is closed', async () => {
    const { exitCode } = await machine.shell(
      'set +o pipefail; testctl runs submit report.xml --run WEB-R1 | head -c 1 >/dev/null',
    )
    expect(exitCode).toBe(0)
    expect(await wrong()).toEqual([])
  })
})

test('a test that is deleted midway is named, and the others are set', async () => {
  const [, , , victim] = await testsOf(runId)
  remote.before = async (request) => {
    if (isUpdate(request) && updates().length === 2) await remote.api.tests.delete({ testId: victim?.id ?? '' })
  }
  const { exitCode, stdout } = await machine.type(submit)
  expect(exitCode).toBe(7)
  const { failures, tests } = JSON.parse(stdout) as { failures: { name: string }[]; tests: { set: number } }
  expect({ set: tests.set, failures: failures.map(({ name }) => name) }).toEqual({
    set: count - 1,
    failures: [victim?.name],
  })
  expect(await wrong()).toEqual([])
})

test('a run that is deleted midway ends it soon, and is not called a success', async () => {
  remote.before = async (request) => {
    if (isUpdate(request) && updates().length === 100) await remote.api.runs.delete({ testRunId: runId })
  }
  const { exitCode, stderr } = await machine.type(submit)
  expect(exitCode).toBe(7)
  expect(stderr).toContain('were not set')
  expect(updates().length).toBeLessThan(200)
})

test('a result that the service takes and does not keep is found, and named', async () => {
  const tests = await testsOf(runId)
  const forgetful = tests[5]
  remote.before = async ({ method, path }) => {
    if (method !== 'POST' || !path.endsWith(forgetful?.id ?? '')) return
    return { status: 200, headers: {}, body: JSON.stringify({ test: { ...forgetful, result: 'passed' } }) }
  }
  const { exitCode, stdout } = await machine.type(submit)
  expect(exitCode).toBe(7)
  expect(JSON.parse(stdout)).toMatchObject({
    tests: { set: count - 1, failed: 1 },
    failures: [{ name: forgetful?.name, reason: expect.stringContaining('the run holds untested') }],
  })
})

describe('killed at any moment and run again', () => {
  const line = 'testctl runs submit report.xml -p WEB --name CI --create-cases --json'
  test('there is one run, with every result once, one comment on each failure, and no case twice', async () => {
    // Half of the cases are not there yet.
    const more = names.map((name, at) => `<testcase name="new ${name}">${failing(at) ? '<failure/>' : ''}</testcase>`)
    await writeFile(join(machine.folder, 'report.xml'), suite([...cases, ...more]))
    const kills = soak ? 200 : 6
    let seen = { exitCode: -1, stdout: '' }
    for (let kill = 0; kill < kills && seen.exitCode !== 0; kill++) {
      const before = remote.requests.length
      const moment = 1 + Math.floor(Math.random() * (count / 2))
      const running = machine.start(kill % 2 === 0 ? line : 'testctl runs submit --resume --json')
      remote.before = async () => {
        if (remote.requests.length - before === moment) running.kill('SIGKILL')
      }
      seen = await running
    }
    if (seen.exitCode !== 0) seen = await machine.type(line)
    expect(seen.exitCode).toBe(0)
    const { testRuns } = await remote.api.runs.list({ projectId, limit: 1000 })
    expect(testRuns.filter(({ name }) => name === 'CI')).toHaveLength(1)
    const run = testRuns.find(({ name }) => name === 'CI')
    const tests = await remote.api.tests.list({ testRunId: run?.id ?? '', limit: 1000, relations: ['comments'] })
    expect(tests.pagination.total).toBe(2 * count)
    expect(run?.results).toMatchObject({
      total: 2 * count,
      untested: 0,
      failed: 2 * names.filter((_, at) => failing(at)).length,
    })
    for (const { name, result, comments } of tests.tests)
      expect({ name, comments: comments?.length }).toEqual({ name, comments: result === 'failed' ? 1 : 0 })
    const { pagination } = await remote.api.cases.list({ projectId, limit: 1 })
    expect(pagination.total).toBe(2 * count)
  })

  test('what it changed can be put back, whatever it got to', async () => {
    remote.before = async (request) => {
      if (isUpdate(request) && updates().length === 150) running.kill('SIGKILL')
    }
    const running = machine.start(`${submit} --journal j.ndjson`)
    await running
    delete remote.before
    const [touched] = (await testsOf(runId)).filter(({ result }) => result === 'passed')
    await remote.api.tests.update({ testId: touched?.id ?? '', result: 'inProgress' })
    const { exitCode, stdout } = await machine.type('testctl runs undo j.ndjson --json')
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ touched: [{ name: touched?.name, holds: 'inProgress' }], failures: [] })
    const left = (await testsOf(runId)).filter(({ result, comments }) => result !== 'untested' || comments?.length)
    expect(left.map(({ name }) => name)).toEqual([touched?.name])
  })
})

test('two shards at once share one run and one case of each name', async () => {
  const both = `<testcase name="in both"/>`
  const fresh = Array.from({ length: 40 }, (_, at) => `<testcase name="fresh ${at}"/>`)
  await writeFile(join(machine.folder, 'a.xml'), suite([...cases.slice(0, 100), ...fresh, both]))
  await writeFile(join(machine.folder, 'b.xml'), suite([...cases.slice(100, 200), ...fresh, both]))
  const shard = (file: string) =>
    machine.type(`testctl runs submit ${file} -p WEB --name Sharded --reuse --create-cases --json`)
  for (const { exitCode, stderr } of await Promise.all([shard('a.xml'), shard('b.xml'), shard('a.xml')]))
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  const { testRuns } = await remote.api.runs.list({ projectId })
  const shared = testRuns.filter(({ name }) => name === 'Sharded')
  expect(shared).toHaveLength(1)
  expect(shared[0]?.results).toMatchObject({ total: 241, untested: 0 })
  expect((await remote.api.cases.list({ projectId, limit: 1 })).pagination.total).toBe(count + 41)
})

test('a report that changed since is not resumed, and the same command submits it anew', async () => {
  const line = 'testctl runs submit report.xml -p WEB --name CI --create-cases --json'
  const running = machine.start(line)
  remote.before = async (request) => {
    if (isUpdate(request) && updates().length === 20) running.kill('SIGKILL')
  }
  await running
  delete remote.before
  await writeFile(join(machine.folder, 'report.xml'), suite(cases).replace('<failure message="no"/>', ''))
  const resumed = await machine.type('testctl runs submit --resume')
  expect(resumed).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('the reports have changed since') })
  const anew = await machine.type(line)
  expect(anew).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('the reports have changed') })
  const { testRuns } = await remote.api.runs.list({ projectId })
  expect(testRuns.filter(({ name }) => name === 'CI')).toHaveLength(2)
})

describe('Ctrl-C', () => {
  const stopAt = async (update: number, { again = false } = {}) => {
    const running = machine.start(submit)
    let next: NodeJS.Timeout | undefined
    remote.before = async (request) => {
      if (!isUpdate(request) || updates().length < update) return
      // The answer that a change on its way waits for never comes.
      if (updates().length === update) {
        running.kill('SIGINT')
        // Two signals are one to a process that had no turn between them.
        if (again) next = setInterval(() => running.kill('SIGINT'), 100)
      }
      await wait(10_000)
    }
    const seen = await running
    clearInterval(next)
    delete remote.before
    return seen
  }

  test('says what was and was not done, and the rest is sent by the same command', async () => {
    const { exitCode, stderr } = await stopAt(50)
    expect(exitCode).toBe(130)
    expect(stderr).toMatch(/of \d+ tests were not set/)
    expect((await machine.type(submit)).exitCode).toBe(0)
    expect(await wrong()).toEqual([])
  })

  test('twice ends it at once', async () => {
    const { exitCode, stderr } = await stopAt(50, { again: true })
    expect({ exitCode, stderr }).toEqual({ exitCode: 130, stderr: '' })
    expect((await machine.type('testctl runs submit --resume')).exitCode).toBe(0)
    expect(await wrong()).toEqual([])
  })
})

describe('a journal that cannot be written', () => {
  test('because the disk is full: nothing is sent where it was asked for by name', async () => {
    const { exitCode, stderr } = await machine.type(`${submit} --journal /dev/full`)
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining('the journal cannot be written'),
    })
    expect(updates()).toEqual([])
  })

  test('midway: that is said, and the results are stored', async () => {
    const folder = join(machine.folder, '.cache/testctl/submissions')
    await mkdir(folder, { recursive: true })
    const mounted = await execa('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', folder], { reject: false })
    if (mounted.exitCode !== 0) return
    try {
      const { exitCode, stderr } = await machine.type(submit)
      expect({ exitCode, stderr }).toEqual({
        exitCode: 0,
        stderr: expect.stringMatching(/^warning: no journal is kept.*ENOSPC/),
      })
      expect(await wrong()).toEqual([])
    } finally {
      await execa('umount', ['-l', folder], { reject: false })
    }
  })
})

test('no key is in the journal, and none of the secrets of the environment in what is sent', async () => {
  const report = suite([...cases, '<testcase name="x"><failure message="got tulip-4711 instead"/></testcase>'])
  await writeFile(join(machine.folder, 'report.xml'), report)
  const line = 'testctl runs submit report.xml --run WEB-R1 -p WEB --create-cases'
  const { exitCode } = await machine.type(line, { env: { DEPLOY_TOKEN: 'tulip-4711' } })
  expect(exitCode).toBe(0)
  const files = await machine.files()
  const journals = await readdir(join(machine.folder, '.cache/testctl/submissions'))
  expect(journals).toHaveLength(1)
  for (const [file, text] of Object.entries(files))
    if (!file.endsWith('.xml')) expect({ file, has: text.includes(key) }).toEqual({ file, has: false })
  expect(remote.requests.some(({ body }) => body?.includes('tulip-4711'))).toBe(false)
  expect(remote.requests.some(({ body }) => body?.includes('got [masked] instead'))).toBe(true)
})
