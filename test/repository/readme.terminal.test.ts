import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMachine, type Machine } from '../e2e/machine.ts'
import { lacks } from '../helpers/programs.ts'
import { startRemote } from '../helpers/remote.ts'
import { blocksOf } from './blocks.ts'
import { root } from './sources.ts'

// What the README shows is typed from its beginning to its end, on a machine where nothing is but testctl.

let machine: Machine
beforeEach(async () => {
  machine = await createMachine({ SHELL: '/bin/bash' })
})
afterEach(() => machine.remove())

const [start = '', ...jobs] = blocksOf('README.md', 'sh')

test('the first two commands are those that CI runs', async () => {
  const [demo = '', all = ''] = start.split('\n').map((line) => line.replace(/ +#.*/, '').split(' && '))
  expect([demo, all]).toEqual([
    ['npm ci', 'npx testctl demo'],
    ['npm ci', 'npm test'],
  ])
  expect(await readFile(join(root, '.ci/run'), 'utf8')).toContain('\nnpm ci\nnpx testctl demo\nnpm test\n')
})

test('the jobs can be typed one after the other', async () => {
  expect(jobs.length).toBe(6)
  // What is exported at first holds for the whole shell of the reader.
  const exported = jobs[0]!.split('\n').filter((line) => line.startsWith('export '))
  expect(exported).toEqual(['export TESTCTL_URL=file:./team.db'])
  for (const job of jobs) {
    const lines = job.split('\n').filter((line) => !line.includes('| jq ') || !lacks('jq'))
    const seen = await machine.shell([...exported, ...lines].join('\n'), { env: { TESTCTL_URL: undefined } })
    expect({ job, ...seen }).toMatchObject({ job, stderr: '', exitCode: 0 })
  }
})

test('what the jobs say in a comment is so', async () => {
  for (const job of jobs.slice(0, 3)) await machine.shell(job)
  const seen = await machine.shell('testctl runs status WEB-R2 --max-failed 0')
  expect(seen).toMatchObject({ exitCode: 8, stdout: expect.stringContaining('WEB-T4') })
  const submitted = await machine.shell('testctl runs submit report.xml --run WEB-R1')
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
    await machine.shell('testctl projects create --name Web --identifier WEB', { env })
    const seen = await machine.shell(line, { env })
    expect(seen).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('CI main 7') })
    const listed = await machine.shell(`testctl runs list --template '{name}: {results.passed}/{results.total}'`, {
      env,
    })
    expect(listed.stdout).toContain('CI main 7: 1/2\n')
    expect(await readFile(env.GITHUB_STEP_SUMMARY, 'utf8')).toContain('rounds')
  } finally {
    await remote.close()
  }
})
