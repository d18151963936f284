import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { once } from '../../src/system/async/once.ts'
import { topicNames } from '../../src/docs/topics/names.ts'
import { lacks } from '../helpers/programs.ts'
import { root as program } from '../completions/tree.ts'
import { createWorld, type World } from '../helpers/world.ts'
import { type Remote, startRemote } from '../helpers/remote.ts'
import { createMachine, type Machine } from './machine.ts'
import { seed } from './seed.ts'

// Types the examples of the help pages on a machine that has everything they mention. Those that need a shell are typed into a
// real one.

const key = 'canary-0123456789'
let remote: Remote

const files: Record<string, string> = {
  'report.xml': '<testsuites><testcase name="logs in"/><testcase name="logs out"><failure/></testcase></testsuites>',
  'out/unit.xml': '<testsuites><testcase name="logs in"/></testsuites>',
  'unit.xml': '<testsuites><testcase name="logs in"/><testcase name="adds up"/></testsuites>',
  'e2e.xml':
    '<testsuites><testcase name="[WEB-C3] resets the password"><failure message="no"/></testcase></testsuites>',
  'results.ndjson': '{"test":"WEB-T1","result":"failed","comment":"Timed out"}\n{"test":"WEB-T2","result":"passed"}\n',
  'package.json':
    '{"scripts":{"test":"mkdir -p out && cp report.xml out/unit.xml","e2e":"mkdir -p out && cp report.xml out/e2e.xml"}}',
  'cases.ndjson': '{"name":"Pays by bank transfer"}\n',
  'export.csv': 'ID,Title,Steps\n1,Pays with a card,"1. Add\n2. Pay"\n',
  'features/login.feature': 'Feature: Login\n  Scenario: Logs in\n    When I submit the form\n    Then I am in\n',
  'failure.txt': 'Expected 1, got 2\n',
  'key.txt': `${key}\n`,
}

/** Prints the pages, and runs plain examples in the folder of a machine. */
let pages: World
/** The machine that the others are copies of: a service with data, the files that examples name, and a profile `work`. */
let first: Machine
let ids: { project: string; test: string; comment: string }
beforeAll(async () => {
  remote = await startRemote(key)
  pages = await createWorld()
  first = await createMachine()
  await seed(first.folder)
  for (const folder of ['out', 'features']) await mkdir(join(first.folder, folder))
  for (const [name, content] of Object.entries(files)) await writeFile(join(first.folder, name), content)
  await first.aside('testctl runs submit report.xml --run WEB-R1 --journal submission.ndjson')
  // A finished run. An example that waits for any other run would wait for a person.
  await first.aside('testctl tests create WEB-R4 --case C1')
  const last = await first.aside('testctl tests list WEB-R4 -q')
  await first.aside(`testctl tests set ${last.trim()} passed`)
  const idIn = async (line: string) => (JSON.parse(await first.aside(`${line} --json`)) as { id: string }).id
  const comments = await first.aside('testctl comments list WEB-T1 --json')
  ids = {
    project: await idIn('testctl projects get WEB'),
    test: await idIn('testctl tests get WEB-T1'),
    comment: (JSON.parse(comments) as { id: string }[])[0]!.id,
  }
  await first.aside(`testctl auth login --profile work --url ${remote.url} --with-key`, { stdin: files['key.txt']! })
  await first.aside('testctl config set project WEB --profile work')
  await first.aside('testctl keys create --name old-ci')
  await first.aside('testctl store backup backup.db')
  await first.aside('testctl cases export cases -p WEB')
})
afterAll(async () => {
  await remote.close()
  await first.remove()
  await pages.remove()
})

/** Returns all files and folders of the first machine, each folder before its content. */
const everything = once(() =>
  readdirSync(first.folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name)
    const { mode } = statSync(path)
    return { path: relative(first.folder, path), mode, content: entry.isFile() ? readFileSync(path) : undefined }
  }),
)

/** Creates a copy of the first machine, on which npm does not look for updates. */
const anotherMachine = async (): Promise<Machine> => {
  const machine = await createMachine({ SHA: '4f2a91c', SHELL: '/bin/bash', NPM_CONFIG_UPDATE_NOTIFIER: 'false' })
  for (const { path, mode, content } of everything())
    if (content) writeFileSync(join(machine.folder, path), content, { mode })
    else mkdirSync(join(machine.folder, path), { mode })
  // A journal names its service, which has another path in the copy.
  const journal = await readFile(join(first.folder, 'submission.ndjson'), 'utf8')
  await writeFile(join(machine.folder, 'submission.ndjson'), journal.replaceAll(first.folder, machine.folder))
  const journals = join(machine.folder, '.local/state/testctl/submissions')
  await mkdir(journals, { recursive: true, mode: 0o700 })
  await copyFile(join(machine.folder, 'submission.ndjson'), join(journals, '2026-01-31T12-00-00-000-3f9a1c.ndjson'))
  return machine
}

/**
 * Runs an example. Only placeholders for values of the reader are replaced. Does nothing if this machine lacks a program that
 * the example needs.
 */
const follow = async (machine: Machine, shown: string) => {
  const line = shown
    .replaceAll('https://tests.example.com', remote.url)
    .replaceAll('7f9c2ba4-e88f-4a5b-9c1d-3f2a8b6d0e11', ids.comment)
  // A line that asks for a key needs a terminal.
  const typed =
    line === 'testctl auth login'
      ? `TESTCTL_URL=${remote.url} script -qec 'testctl auth login' /dev/null < key.txt`
      : line.startsWith('testctl runs execute ')
        ? // Keys are ignored until a test is shown, so `q` is typed again and again.
          `(trap '' PIPE; while sleep 0.5 && printf q; do :; done 2> /dev/null; true) | script -qec '${line}' /dev/null`
        : line
  const env = { EDITOR: "sed -i 's/^# /# My /'", ID: line.includes('/v1/cases/') ? ids.project : ids.test }
  const bounded = /testctl (serve|demo --serve)/.test(typed) ? served(typed) : typed
  if (lacks(...['jq', 'script'].filter((program) => typed.includes(program)))) return
  const typing = { env: { ...machine.env, ...env }, cwd: machine.folder, stdin: 'There is an account.\n' }
  const seen = isPlain(bounded) ? await pages.type(bounded, typing) : await machine.shell(bounded, typing)
  // The stdout of `exec` belongs to the command, so testctl's own output is on stderr.
  const stderr = /^testctl exec /m.test(shown) ? expect.not.stringMatching(/error:|warning:/) : ''
  // Some cases have no steps, and `cases lint` is there to report them.
  if (shown.startsWith('testctl cases lint ')) return expect(seen).toMatchObject({ exitCode: 8 })
  expect({ shown, ...seen }).toMatchObject({ shown, stderr, exitCode: 0 })
}

/** Runs the examples of one page, on a new copy of the first machine. */
const followAll = async (examples: readonly string[]) => {
  if (examples.length === 0) return
  const machine = await anotherMachine()
  for (const example of examples) await follow(machine, example)
  await machine.remove()
}

/** Whether a line is a single testctl command that needs no shell and no other program. It is run in this process. */
const isPlain = (line: string): boolean =>
  /^testctl (?!exec |cases edit )[^|&;<>$`*?~#(){}[\]!\\\n]+$/.test(line.replace(/'[^'\n]*'/g, "''"))

/**
 * Returns shell code that runs a server and ends it as soon as it says where it listens. The server gets another port, because other
 * tests may have the one that is shown. `exec` makes the server itself the process that is killed.
 */
const served = (line: string): string => `
rm -f served  # that of the example before says http: too, and a program that is killed before it runs ends with 143
(${line.replace(/testctl (serve|demo --serve)(.*?)( --port \d+|$)/, 'exec $& --port 0')}) > served & server=$!
until grep -qs http: served || ! kill -0 $server; do sleep 0.1; done
kill $server
wait $server`

const pathsOf = (command: Command, path: readonly string[] = []): string[][] => [
  [...path],
  ...command.commands
    .filter((one) => !one.name().startsWith('_'))
    .flatMap((one) => pathsOf(one, [...path, one.name()])),
]

const examplesOf = (page: string): string[] => {
  const [, examples = ''] = page.split(/^Examples:\n/m)
  const lines = /^( {2}.*\n)+/.exec(examples)?.[0] ?? ''
  // A long example continues on the next line.
  return lines
    .replace(/ \\\n */g, ' ')
    .split('\n')
    .flatMap((line) => line.trim() || [])
}

describe('the examples of', () => {
  test.each(pathsOf(program).map((path) => ['testctl', ...path].join(' ')))('%s --help', async (command) => {
    const { stdout, exitCode } = await pages.type(`${command} --help`)
    expect(exitCode).toBe(0)
    const examples = examplesOf(stdout)
    // The page of a noun shows its verbs. Every other command has examples.
    if (!/<verb>/.test(stdout)) expect(examples).not.toEqual([])
    await followAll(examples)
  })
})

describe('the examples of the topic', () => {
  test.each(topicNames.map((name) => [name]))('%s', async (name) => {
    const examples = examplesOf((await pages.type(`testctl help ${name}`)).stdout)
    expect(examples).not.toEqual([])
    await followAll(examples)
  })
})
