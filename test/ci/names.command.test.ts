import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWorld, type World } from '../helpers/world.ts'

let world: World
beforeEach(async () => {
  world = await createWorld()
  await world.type('testctl projects create --name Web --identifier WEB')
  await world.type('testctl cases create -p WEB --name logs')
  await world.type('testctl runs create -p WEB --name R --all-cases')
})
afterEach(() => world.remove())

const commands = [
  '::stop-commands::x',
  '  ::add-mask::x',
  '##vso[task.setvariable variable=a]b',
  '##[error]x',
  'a ##VSO[b]',
]

// A suite that counts an error and has no test is dropped. A test whose name does not occur in the run is unmatched.
const hostile = commands
  .map((name) => `<testsuite name="${name}" errors="1"/><testsuite><testcase name="${name}"/></testsuite>`)
  .join('')

test('what a test or a suite is called is no command of GitHub or Azure in the log of a submission', async () => {
  await writeFile(join(world.folder, 'report.xml'), `<testsuites>${hostile}</testsuites>`)
  const { exitCode, stdout, stderr } = await world.type('testctl runs submit report.xml --run WEB-R1')
  expect(exitCode).toBe(7)
  expect(stdout).toMatch(/^ {4}: :stop-commands::x \(report.xml:1\): nothing in the run has this name$/m)
  expect(stdout).toMatch(/^ {4}## vso\[task.setvariable variable=a\]b \(report.xml:1\): failed outside of its tests/m)
  expect(`${stdout}${stderr}`.split('\n').filter((line) => /^\s*::|##(vso)?\[/i.test(line))).toEqual([])
  const json = JSON.parse((await world.type('testctl runs submit report.xml --run WEB-R1 --json')).stdout) as {
    unmatched: { name: string }[]
  }
  expect(json.unmatched.map(({ name }) => name)).toContain('##vso[task.setvariable variable=a]b')
})

const commandsIn = (text: string): string[] => text.split('\n').filter((line) => /^\s*::|##(vso)?\[/i.test(line))

test.for([
  ['GitHub Actions', { GITHUB_ACTIONS: 'true' }],
  ['Azure Pipelines', { TF_BUILD: 'True' }],
] as const)(
  'nor is it one in what other commands say in a log of %s: a gate, the page of a test, errors',
  async ([, env]) => {
    const names = commands.map(
      (name) => `<testcase name="${name}"><failure message="${name}">${name}</failure></testcase>`,
    )
    await writeFile(join(world.folder, 'report.xml'), `<testsuite>${names.join('')}</testsuite>`)
    await world.type('testctl runs submit report.xml -p WEB --name S --create-cases')
    const lines = [
      'testctl runs status S -p WEB --gate failed',
      'testctl runs diff WEB-R1 WEB-R2',
      'testctl runs report WEB-R2',
      'testctl tests list WEB-R2 --columns name',
      'testctl tests list WEB-R2 --json',
      'testctl tests list WEB-R2 --ndjson',
      'testctl tests get WEB-T2 WEB-T3',
      'testctl comments list WEB-T2',
      "testctl runs get -p WEB '##vso[task.complete result=Succeeded;]'",
      "testctl tests update WEB-T2 --result '##vso[a]'",
      "testctl tests update WEB-T2 --result '##vso[a]' --json",
    ]
    for (const line of lines) {
      const { stdout, stderr } = await world.type(line, { env })
      expect([line, ...commandsIn(`${stdout}${stderr}`)]).toEqual([line])
    }
    const shown = await world.type('testctl runs status S -p WEB', { env })
    expect(shown.stdout).toMatch(/^ {4}WEB-T4 {2}## vso\[task.setvariable variable=a\]b$/m)
    const { stdout } = await world.type('testctl tests list WEB-R2 --json', { env })
    expect((JSON.parse(stdout) as { name: string }[]).map(({ name }) => name)).toContain(
      '##vso[task.setvariable variable=a]b',
    )
    // Commands that the user asks for stay commands, and text for another program stays as it is.
    const annotated = await world.type('testctl runs status S -p WEB --annotations auto --quiet', { env })
    expect(commandsIn(annotated.stderr)).toHaveLength(commands.length)
    const filter = await world.type('testctl runs filter WEB-R2 --for pytest', { env })
    expect(filter.stdout).toContain('##vso[task.setvariable variable=a]b')
  },
)

test('where no log is read for commands, the page of a test has a comment as it was written', async () => {
  await world.type("testctl comments create WEB-T1 --content '::std::move(a)'")
  expect((await world.type('testctl tests get WEB-T1')).stdout).toContain('    ::std::move(a)\n')
})
