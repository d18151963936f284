import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { InterruptedError } from '../../../src/errors.ts'
import { type Remote, startRemote } from '../../helpers/remote.ts'
import { createWorld, type World } from '../../helpers/world.ts'

// The line that an interrupted submission shows as the next step finishes it in the same run. DECISIONS 413

const key = 'canary-0123456789'
let remote: Remote
let world: World

beforeEach(async () => {
  remote = await startRemote(key)
  world = await createWorld({ TESTCTL_URL: remote.url, TESTCTL_API_KEY: key })
  await remote.api.projects.create({ name: 'Web', identifier: 'WEB', icon: '', color: '' })
  await writeFile(join(world.folder, 'report.xml'), report)
})
afterEach(async () => {
  await remote.close()
  await world.remove()
})

// More than the results that are answered or in flight before the stop.
const count = 40
const cases = Array.from({ length: count }, (_, at) => `<testcase name="Case ${at}"/>`)
const report = `<testsuite name="Shop">${cases.join('')}</testsuite>`
const submit = 'testctl runs submit report.xml -p WEB --name CI --create-cases'
const exec =
  "testctl exec -p WEB --name CI --create-cases --report out.xml -- node -e \"require('fs').writeFileSync('out.xml', require('fs').readFileSync('report.xml') + '<!-- ' + Date.now() + ' -->')\""

/** Runs a line and stops it at a request. Returns the hint, the last line on stderr. */
const hintAfter = async (
  line: string,
  isIt = (seen: number) => seen === 4,
  { stdin, asked = '/v1/tests/' }: { stdin?: string; asked?: string } = {},
): Promise<string> => {
  const stop = new AbortController()
  let seen = 0
  remote.before = async ({ method, path }) => {
    if (method !== 'GET' && path.startsWith(asked) && isIt(++seen)) stop.abort(new InterruptedError('stopped'))
  }
  const { exitCode, stderr } = await world.type(line, { stop: stop.signal, ...(stdin !== undefined && { stdin }) })
  delete remote.before
  expect(exitCode).toBe(130)
  return stderr.trim().split('\n').at(-1)!.trim()
}

const runs = async () => {
  const { projects } = await remote.api.projects.list({})
  return (await remote.api.runs.list({ projectId: projects[0]!.id })).testRuns
}

const lineOf = (hint: string): string => /testctl runs submit .*/.exec(hint)?.[0] ?? ''
const finished = [{ name: 'CI', results: { total: count, passed: count } }]

test('exec is finished without running its command again, in the run that it made', async () => {
  const hint = await hintAfter(exec)
  expect(hint).toBe('to finish: testctl runs submit --resume')
  expect(await world.type(lineOf(hint))).toMatchObject({ exitCode: 0 })
  expect(await runs()).toMatchObject(finished)
})

test('exec that was stopped while it created cases says the same', async () => {
  expect(await hintAfter(exec, undefined, { asked: '/v1/cases' })).toBe('to finish: testctl runs submit --resume')
})

test('a journal that lies elsewhere is named, so that it is found', async () => {
  const hint = await hintAfter(exec.replace('--report', '--journal j.ndjson --report'))
  expect(hint).toBe(`to finish: testctl runs submit --resume --journal ${join(world.folder, 'j.ndjson')}`)
  expect(await world.type(lineOf(hint))).toMatchObject({ exitCode: 0 })
  expect(await runs()).toMatchObject(finished)
})

test('runs submit is finished by the same command, or by its journal', async () => {
  const hint = 'to finish, run the same command again, or testctl runs submit --resume'
  expect(await hintAfter(submit)).toBe(hint)
  expect(await world.type(submit)).toMatchObject({ exitCode: 0 })
  expect(await runs()).toMatchObject(finished)
})

test('without a journal the line names the run that was made, and no second one is', async () => {
  const [web] = (await remote.api.projects.list({})).projects
  await remote.api.milestones.create({ projectId: web!.id, name: 'v1', testRunIds: [] })
  // The flags of a new run would be refused together with --run.
  const hint = await hintAfter(`${submit} --reuse --milestone WEB-M1 --journal none`)
  expect(hint).toBe('to finish: testctl runs submit report.xml --create-cases --run WEB-R1 --project WEB')
  expect(await world.type(lineOf(hint))).toMatchObject({ exitCode: 0 })
  expect(await runs()).toMatchObject(finished)
})

test('what was piped in is piped in again', async () => {
  const line = submit.replace('report.xml', '-')
  expect(await hintAfter(line, undefined, { stdin: report })).toBe('to finish, run the same command again')
  expect(await world.type(line, { stdin: report })).toMatchObject({ exitCode: 0 })
  expect(await runs()).toMatchObject(finished)
})

test('where no journal can be kept, the line that names the run takes its place', async () => {
  await writeFile(join(world.folder, '.local'), 'a file in the place of the folder')
  const hint = await hintAfter(submit)
  expect(hint).toBe('to finish: testctl runs submit report.xml --create-cases --run WEB-R1 --project WEB')
  expect(await world.type(lineOf(hint))).toMatchObject({ exitCode: 0 })
  expect(await runs()).toMatchObject(finished)
})
