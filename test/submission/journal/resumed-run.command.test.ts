import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { InterruptedError } from '../../../src/errors.ts'
import type { Request } from '../../../src/wire/message.ts'
import { type Remote, startRemote } from '../../helpers/remote.ts'
import { createWorld, type World } from '../../helpers/world.ts'

const key = 'canary-0123456789'
const build = (number: string) => ({ GITLAB_CI: 'true', CI_PIPELINE_IID: number, CI_PIPELINE_ID: number })
let remote: Remote
let world: World

beforeEach(async () => {
  remote = await startRemote(key)
  world = await createWorld({ TESTCTL_URL: remote.url, TESTCTL_API_KEY: key })
  await remote.api.projects.create({ name: 'Web', identifier: 'WEB', icon: '', color: '' })
  await writeFile(join(world.folder, 'report.xml'), '<testsuite name="Shop"><testcase name="Login"/></testsuite>')
})
afterEach(async () => {
  await remote.close()
  await world.remove()
})

/** Submits until the answer to a request is lost. */
const interruptAt = async (
  isLast: (request: Request) => boolean,
  line = "testctl runs submit report.xml -p WEB --name 'CI {build}' --create-cases",
): Promise<void> => {
  const stop = new AbortController()
  remote.after = (request, response) => {
    if (!isLast(request)) return response
    stop.abort(new InterruptedError('stopped'))
    throw new Error('cut off')
  }
  expect((await world.type(line, { stop: stop.signal, env: build('7') })).exitCode).not.toBe(0)
  delete remote.after
}

test.each([
  ['when its run was being created', ({ path }: Request) => path.startsWith('/v1/test-runs')],
  ['when its first result was being set', ({ path }: Request) => path.startsWith('/v1/tests/')],
])(
  'a submission that was interrupted %s goes on in that run, whatever its placeholders would mean now',
  async (_, isPath) => {
    await interruptAt((request) => request.method !== 'GET' && isPath(request))
    for (const env of [build('8'), undefined]) {
      const { stdout } = await world.type('testctl runs submit --resume --dry-run', { ...(env && { env }) })
      expect(stdout).toMatch(/^WEB-R1 CI 7 — a dry run/)
    }
    expect(await world.type('testctl runs submit --resume')).toMatchObject({ exitCode: 0 })
    expect((await world.type('testctl runs list -p WEB --columns name,results.passed')).stdout).toBe('CI 7\t1\n')
  },
)

/** Creates a run named Nightly in each of two projects. Returns the id of that in WEB. */
const createRuns = async (): Promise<string> => {
  await remote.api.projects.create({ name: 'App', identifier: 'APP', icon: '', color: '' })
  for (const project of ['WEB', 'APP']) {
    await world.type(`testctl cases create -p ${project} --name Login`)
    await world.type(`testctl runs create -p ${project} --name Nightly --all-cases`)
  }
  return (await world.type('testctl runs list -p WEB --jq .[0].id')).stdout.trim()
}

const isSet = ({ method, path }: Request) => method !== 'GET' && path.startsWith('/v1/tests/')

test.each(['-p WEB --run R1', '-p WEB --run Nightly', '-p WEB --run <id>', '--run <id>'])(
  'a submission with %s goes on in that run, whatever the default project is now',
  async (into) => {
    const id = await createRuns()
    await interruptAt(isSet, `testctl runs submit report.xml ${into.replace('<id>', id)}`)
    const env = { TESTCTL_PROJECT: 'APP' }
    expect(await world.type('testctl runs submit --resume', { env })).toMatchObject({ exitCode: 0 })
    expect((await world.type('testctl runs list -p APP --columns results.passed')).stdout).toBe('0\n')
    expect((await world.type('testctl runs list -p WEB --columns results.passed')).stdout).toBe('1\n')
  },
)

test('a submission into a run that was named by its id needs no default project to create cases', async () => {
  const id = await createRuns()
  await interruptAt(isSet, `testctl runs submit report.xml -p WEB --run ${id} --create-cases`)
  expect(await world.type('testctl runs submit --resume')).toMatchObject({ exitCode: 0 })
})

test.each(['--run Nightly', '--name Nightly --reuse'])(
  'a submission with %s goes on in that run if another run has its name now',
  async (into) => {
    await createRuns()
    await interruptAt(isSet, `testctl runs submit report.xml -p WEB ${into}`)
    await world.type('testctl runs update WEB-R1 --name Yesterday')
    await world.type('testctl runs create -p WEB --name Nightly --all-cases')
    expect(await world.type('testctl runs submit --resume')).toMatchObject({ exitCode: 0 })
    const runs = await world.type('testctl runs list -p WEB --columns name,results.passed')
    expect(runs.stdout.split('\n')).toEqual(expect.arrayContaining(['Yesterday\t1', 'Nightly\t0']))
  },
)
