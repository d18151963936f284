import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMachine, type Machine } from '../e2e/machine.ts'
import { lacks } from '../helpers/programs.ts'
import { startRemote } from '../helpers/remote.ts'
import type { Seen } from '../helpers/world.ts'
import { blocksOf } from './blocks.ts'
import { root } from './sources.ts'

// Types the lines of the README from beginning to end, on a machine that has only testctl.

const createFresh = () => createMachine({ SHELL: '/bin/bash' })
let machine: Machine
beforeEach(async () => {
  machine = await createFresh()
})
afterEach(() => machine.remove())

const [start = '', ...jobs] = blocksOf('README.md', 'sh')
// Variables that the first job exports stay set for all jobs, as in the reader's shell.
const exported = jobs[0]!.split('\n').filter((line) => line.startsWith('export '))

/** The output of each job that the reader sees; `third` has a copy of the reader's folder after the third job. */
const typed: { job: string; seen: Seen }[] = []
let third: Machine
beforeAll(async () => {
  const reader = await createFresh()
  third = await createFresh()
  for (const [at, job] of jobs.entries()) {
    const lines = job.split('\n').filter((line) => !line.includes('| jq ') || !lacks('jq'))
    const seen = await reader.shell([...exported, ...lines].join('\n'), { env: { TESTCTL_URL: undefined } })
    typed.push({ job, seen })
    if (at === 2) await cp(reader.folder, third.folder, { recursive: true })
  }
  await reader.remove()
})
afterAll(() => third.remove())

test('the first two commands are those that CI runs', async () => {
  const [demo = '', all = ''] = start.split('\n').map((line) => line.replace(/ +#.*/, '').split(' && '))
  expect([demo, all]).toEqual([
    ['npm ci', 'npx testctl demo'],
    ['npm ci', 'npm test'],
  ])
  expect(await readFile(join(root, '.ci/run'), 'utf8')).toContain('\nnpm ci\nnpx testctl demo\nnpm test\n')
})

test('the jobs can be typed one after the other', () => {
  expect(exported).toEqual(['export TESTCTL_URL=file:./team.db'])
  expect(typed.length).toBe(6)
  for (const { job, seen } of typed) expect({ job, ...seen }).toMatchObject({ job, stderr: '', exitCode: 0 })
})

test('what the jobs say in a comment is so', async () => {
  const seen = await third.typeHere('testctl runs status WEB-R2 --max-failed 0')
  expect(seen).toMatchObject({ exitCode: 8, stdout: expect.stringContaining('WEB-T4') })
  const submitted = await third.typeHere('testctl runs submit report.xml --run WEB-R1')
  expect(submitted).toMatchObject({ exitCode: 7, stdout: expect.stringContaining('Reset the password') })
})

test('the workflow for CI submits what the tests wrote, and ends as they do', async () => {
  const key = 'canary-0123456789'
  const remote = await startRemote(key)
  try {
    const workflow = blocksOf('README.md', 'yaml')[0]!
    const [line = '', ...others] = [...workflow.matchAll(/^ +- run: (testctl .*)$/gm)].map(([, command]) => command)
    expect(others).toEqual([])
    const env = {
      TESTCTL_URL: remote.url,
      TESTCTL_API_KEY: key,
      TESTCTL_PROJECT: /TESTCTL_PROJECT: (\w+)/.exec(workflow)![1]!,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_REF_NAME: 'main',
      GITHUB_RUN_NUMBER: '7',
      GITHUB_STEP_SUMMARY: join(machine.folder, 'summary.md'),
    }
    const scripts = { test: 'mkdir -p out && cp report.xml out/unit.xml && exit 3' }
    await writeFile(join(machine.folder, 'package.json'), JSON.stringify({ scripts }))
    await writeFile(
      join(machine.folder, 'report.xml'),
      '<testsuites><testcase name="adds up"/><testcase name="rounds"><failure/></testcase></testsuites>',
    )
    await machine.aside('testctl projects create --name Web --identifier WEB', { env })
    const seen = await machine.shell(line, { env })
    expect(seen).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('CI main 7') })
    const listing = `testctl runs list --template '{name}: {results.passed}/{results.total}'`
    expect(await machine.aside(listing, { env })).toContain('CI main 7: 1/2\n')
    expect(await readFile(env.GITHUB_STEP_SUMMARY, 'utf8')).toContain('rounds')
  } finally {
    await remote.close()
  }
})
