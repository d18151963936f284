import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import type { Api } from '../../../src/contract/index.ts'
import { sharedCache } from '../../helpers/program.ts'
import { type Remote, startRemote } from '../../helpers/remote.ts'
import { openBash, type Terminal } from '../../helpers/terminal.ts'
import { aside } from '../../helpers/world.ts'

/** A tester at a terminal, with a run of tests in a service that may be slow. */
export type Tester = {
  terminal: Terminal
  remote: Remote
  /** Returns the result, the assignee and the comments of each test, in their order: `passed ana`. */
  held: () => Promise<string[]>
  /** Types the command and waits until a test is shown. */
  execute: (flags?: string, expected?: RegExp) => Promise<string>
  /** Types a line as another user, ben, on the same store. */
  elsewhere: (line: string) => Promise<unknown>
  close: () => Promise<void>
}

/** Returns the folder of the journals of executions. */
export const folderOf = ({ terminal }: Tester): string => join(terminal.folder, '.local/state/testctl/executions')

/** Returns the ID of the process that executes the run, from its lock file. */
export const pidOf = async (one: Tester): Promise<number> => {
  const [lock = ''] = (await readdir(folderOf(one))).filter((name) => name.endsWith('.lock'))
  return Number.parseInt(await readFile(join(folderOf(one), lock), 'utf8'), 10)
}

/** Opens a terminal, and starts a service with a run WEB-R1 of `tests` tests. Each request takes `latency` milliseconds. */
export const openTester = async (tests: number, latency = 0, write = plainCase): Promise<Tester> => {
  const terminal = await openBash()
  const remote = await startRemote('key', `file:${join(terminal.folder, 'team.db')}`)
  const run = await seedRun(remote.api, tests, write)
  if (latency > 0) remote.before = () => rest(latency)
  await terminal.see(/ready>$/)
  await terminal.prepare(`export TESTCTL_URL=${remote.url} TESTCTL_API_KEY=key`)
  return {
    terminal,
    remote,
    held: async () => {
      const { tests: all } = await remote.api.tests.list({ testRunId: run, relations: ['comments'], limit: 1000 })
      return all.map(({ result, assignedTo, comments }) =>
        [result, assignedTo, ...(comments ?? []).map(({ content }) => content)].join(' ').trim(),
      )
    },
    execute: async (flags = '', expected = /q quit$/m) => {
      await terminal.type(`testctl runs execute WEB-R1 ${flags}; echo code $?`, 'Enter')
      return terminal.see(expected)
    },
    elsewhere: (line) =>
      aside(line, {
        cwd: terminal.folder,
        env: { HOME: terminal.folder, XDG_CACHE_HOME: sharedCache(), USER: 'ben', TESTCTL_URL: 'file:./team.db' },
      }),
    close: async () => {
      await terminal.close()
      await remote.close()
    },
  }
}

type Written = Omit<Parameters<Api['cases']['create']>[0], 'projectId'>

const plainCase = (at: number): Written => ({
  name: `Case ${at}`,
  preconditions: '',
  steps: [
    { action: 'Open the page', expectation: 'The form is shown' },
    { action: 'Type a wrong password', expectation: '"Wrong password"' },
  ],
})

/** Creates a project WEB with a run WEB-R1 of `tests` tests. Returns the id of the run. */
export const seedRun = async (api: Api, tests: number, write = plainCase): Promise<string> => {
  const { project } = await api.projects.create({ name: 'Web', identifier: 'WEB', icon: '', color: '' })
  const caseIds: string[] = []
  for (let at = 1; at <= tests; at++)
    caseIds.push((await api.cases.create({ projectId: project.id, ...write(at) })).case.id)
  return (await api.runs.create({ projectId: project.id, name: 'Nightly', caseIds })).testRun.id
}
