import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { version } from '../../package.json'
import { createMachine, type Machine, type Running } from '../e2e/machine.ts'
import { saidBy } from '../e2e/serving.ts'
import { root } from '../helpers/world.ts'
import { blocksOf } from '../repository/blocks.ts'
import { release, serveRelease, started } from './releases.ts'
import { type Step, stepsOf } from './actions.ts'
import { runStep, variablesOf } from './step.ts'

// Runs the examples of the page about CI as each system would: two shards submit, one after the other, then the gate runs.

const page = 'src/docs/ci.md'
const [github = '', component = '', gitlab = '', azure = ''] = blocksOf(page, 'yaml')
const [jenkins = ''] = blocksOf(page, 'groovy')

let machine: Machine
let server: Running
let releases: Awaited<ReturnType<typeof serveRelease>>
let secrets: Record<string, string>
beforeAll(async () => {
  machine = await createMachine()
  releases = await serveRelease(await release())
  server = machine.start('testctl serve --port 0 --json --log-level error', { timeout: 600_000 })
  const { url, key = '' } = await saidBy(server)
  secrets = { TESTCTL_URL: url, TESTCTL_API_KEY: key }
  await machine.aside('testctl projects create --name Web --identifier WEB', { env: secrets })
})
afterAll(async () => {
  server.kill('SIGKILL')
  await Promise.all([releases.close(), machine.remove()])
})
beforeEach(() => rm(join(machine.folder, 'summary.md'), { force: true }))

// GitHub and Azure would take these texts for commands.
const hostile = `<testsuite><testcase name="##vso[task.prependpath]/tmp">
  <failure message="::add-path::/tmp">##vso[task.prependpath]/tmp</failure></testcase></testsuite>`

/** Writes the reports of a shard: one has the tests of a C++ project, the other those of a Python project, each with 2 failures. */
const write = async (shard: number): Promise<void> => {
  const reports = join(machine.folder, 'reports')
  await rm(reports, { recursive: true, force: true })
  await mkdir(reports)
  const sample = ['catch2', 'xmlrunner'][shard]!
  await copyFile(join(root, `test/reports/samples/${sample}.junit.xml`), join(reports, 'unit.xml'))
  if (shard === 1) await writeFile(join(reports, 'hostile.xml'), hostile)
}

type Pipeline = { submit: readonly Step[]; gate: readonly Step[]; isCommand?: RegExp }

/** Runs the steps of both shards, then the gate. Returns the output of the gate, and the lines of the log that are error annotations. */
const runAll = async ({ submit, gate, isCommand = /(?!)/ }: Pipeline) => {
  let log = ''
  for (const shard of [0, 1]) {
    await write(shard)
    for (const step of submit) {
      const { exitCode, stdout, stderr } = await runStep(machine, step)
      expect({ exitCode, stdout, stderr }).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('error') })
      log += stdout + stderr
    }
  }
  let seen = { exitCode: 0, stdout: '', stderr: '' }
  for (const step of gate) seen = await runStep(machine, step)
  log += seen.stdout + seen.stderr
  expect(seen.exitCode).toBe(8)
  expect(log).toContain('is not met: 4 tests failed')
  const commands = log.split('\n').filter((line) => isCommand.test(line))
  expect(commands.filter((line) => !ours.test(line))).toEqual([])
  return { ...seen, annotations: commands.filter((line) => line.includes('error')) }
}

const ours = /^(::error title=WEB-T|##vso\[task\.(logissue type=error\]WEB-T|uploadsummary\]\/))/

const read = (name: string) => readFile(join(machine.folder, name), 'utf8')

/** Matches a summary of the run with the results of both shards. */
const summaryOf = (name: string) =>
  expect.stringMatching(
    new RegExp(
      `^## (?:\\[\`WEB-R\\d\`\\]\\(http://[^)]+/WEB-R\\d\\)|\`WEB-R\\d\`) \`${name}\`[^]*4 tests failed[^]*\\| 3 \\| 4 \\| 0 \\| 3 \\| 10 \\|`,
    ),
  )

type Used = { uses?: string; if?: string; with: Record<string, string> }

test('GitHub Actions: both shards are in one run; the gate fails, annotates and adds a summary', async () => {
  const workflow = parse(github) as { jobs: Record<'test' | 'gate', { steps: Used[]; if?: string }> }
  const { jobs } = workflow
  const runner = { ...variablesOf('a push on GitHub'), RUNNER_TEMP: join(machine.folder, 'temp') }
  const stepsUsing = (job: 'test' | 'gate', action: string): Step[] => {
    const used = jobs[job].steps.find(({ uses }) => uses?.startsWith(`testctl/testctl/.github/actions/${action}@`))!
    const given = Object.entries(used.with).map(([input, value]) => [
      input,
      value.replace(/^\$\{\{ secrets\.(\w+) \}\}$/, (_, secret: string) => secrets[secret]!),
    ])
    return stepsOf(action, Object.fromEntries(given)).map((step) => ({
      ...step,
      env: {
        ...runner,
        GITHUB_ACTION_PATH: join(root, '.github/actions', action),
        GITHUB_PATH: join(machine.folder, 'path'),
        GITHUB_STEP_SUMMARY: join(machine.folder, 'summary.md'),
        TESTCTL_RELEASES: releases.url,
        PATH: `${runner.RUNNER_TEMP}/testctl:/usr/bin:/bin`,
        ...step.env,
      },
    }))
  }
  const submit = stepsUsing('test', 'submit')
  const { annotations } = await runAll({ submit, gate: stepsUsing('gate', 'gate'), isCommand: /^\s*::/ })
  // GitHub adds the lines of this file to the PATH of the next steps.
  expect(await read('path')).toBe(`${runner.RUNNER_TEMP}/testctl\n`.repeat(3))
  expect(annotations).toHaveLength(4)
  expect(annotations.join('\n')).toContain('test_shop.Cart › test_discount::10 is not 9')
  expect(await read('summary.md')).toEqual(summaryOf('CI main 42'))
})

test('anywhere else one line runs the tests, submits what they wrote, and ends as they did', async () => {
  const [line = ''] = blocksOf(page, 'sh')
  await write(0)
  const tests = '#!/bin/sh\ncp reports/unit.xml reports/new.xml\nexit 3\n'
  await writeFile(join(machine.folder, 'run-tests'), tests, { mode: 0o755 })
  const env = { ...variablesOf('CircleCI'), ...secrets, TESTCTL_PROJECT: 'WEB', PATH: machine.env['PATH']! }
  const seen = await runStep(machine, { shell: 'bash -eo pipefail', lines: line, env })
  expect(seen).toMatchObject({
    exitCode: 3,
    stderr: expect.stringMatching(/CI \d{4}-\d\d-\d\d [^]*not met: 2 tests failed/),
  })
})

test('GitLab CI: one job submits the reports of all shards, another is the gate, with a report and a summary', async () => {
  type Job = { extends: string; script: string[]; when?: string; variables: Record<string, string> }
  const [head, body] = parseAllDocuments(component).map((one) => one.toJS() as Record<string, Job>)
  const inputs = (head as unknown as { spec: { inputs: Record<string, { default?: string } | null> } }).spec.inputs
  const given = (parse(gitlab) as { include: { inputs: Record<string, string> }[] }).include[0]!.inputs
  const filled = (text: string) =>
    text.replace(/\$\[\[ inputs\.(\w+) \]\]/g, (_, input: string) => given[input] ?? inputs[input]!.default!)
  const npx = `#!/bin/sh\n[ "$1 $2" = '--yes testctl@${version}' ] || exit 99\nshift 2\nexec ${started} "$@"\n`
  await mkdir(join(machine.folder, 'npx'))
  await writeFile(join(machine.folder, 'npx/npx'), npx, { mode: 0o755 })
  const { variables } = body!['.testctl']!
  const env = {
    ...variablesOf('a push on GitLab'),
    ...secrets,
    PATH: `${machine.folder}/npx:/usr/bin:/bin`,
    ...Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, filled(value)])),
  }
  const steps = (job: string): Step[] => body![job]!.script.map((lines) => ({ shell: 'bash -eo pipefail', lines, env }))
  await runAll({ submit: steps('testctl-submit'), gate: steps('testctl-gate') })
  expect(await read('testctl.md')).toEqual(summaryOf('CI main 7'))
  expect(await read('testctl.xml')).toContain('failures="4"')
})

test('Jenkins: the stages begin without old reports, submit after the tests, and hold the run against the gate', async () => {
  const lines = [...jenkins.matchAll(/sh '''\n([^]*?)'''/g)].map(([, text = '']) => text)
  expect(lines).toHaveLength(3)
  const env = {
    ...variablesOf('a multibranch project of Jenkins, a change request'),
    ...secrets,
    TESTCTL_RELEASES: releases.url,
    TESTCTL_PROJECT: /PROJECT = '(\w+)'/.exec(jenkins)![1]!,
  }
  const [prepare, submit, gate] = lines.map((text): Step => ({ shell: 'sh -xe', lines: fromHere(text), env }))
  // Jenkins reuses the workspace of the last build.
  await write(1)
  for (const name of ['testctl.xml', 'testctl.md']) await writeFile(join(machine.folder, name), 'of the last build')
  expect(await runStep(machine, prepare!)).toMatchObject({ exitCode: 0 })
  expect(['reports', 'testctl.xml', 'testctl.md'].filter((name) => existsSync(join(machine.folder, name)))).toEqual([])
  await runAll({ submit: [submit!], gate: [gate!] })
  expect(await read('testctl.md')).toEqual(summaryOf('CI feature/login 153'))
  expect(await read('testctl.xml')).toContain('failures="4"')
})

const fromHere = (text: string) => text.replaceAll('https://github.com/testctl/testctl/releases/download', releases.url)

test('Azure Pipelines: shards share a run, the gate logs the failed tests as errors and uploads a summary', async () => {
  type Scripted = { bash: string; env?: Record<string, string> }
  const { jobs, variables } = parse(azure) as { jobs: { steps: Scripted[] }[]; variables: Record<string, string>[] }
  const [{ value: project = '' } = {}] = variables.filter(({ name }) => name === 'TESTCTL_PROJECT')
  const steps = (job: number): Step[] =>
    jobs[job]!.steps.slice(-1).map(({ bash, env = {} }) => ({
      shell: 'bash --noprofile --norc',
      lines: fromHere(bash),
      env: {
        ...variablesOf('a branch on Azure Pipelines'),
        TESTCTL_RELEASES: releases.url,
        AGENT_TEMPDIRECTORY: join(machine.folder, 'agent'),
        TESTCTL_PROJECT: project,
        ...Object.fromEntries(Object.keys(env).map((name) => [name, secrets[/\((\w+)\)/.exec(env[name]!)![1]!]!])),
      },
    }))
  const { stdout, annotations } = await runAll({ submit: steps(0), gate: steps(1), isCommand: /##(vso)?\[/ })
  expect(annotations).toHaveLength(4)
  const [, uploaded = ''] = /^##vso\[task\.uploadsummary\](\/.*)$/m.exec(stdout)!
  expect(await readFile(uploaded, 'utf8')).toEqual(summaryOf('CI feature/login 20260301.4'))
})
