import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { quoteWord } from '../../../src/system/shell-line.ts'
import { aside, type Seen, typeLine, type World } from '../../helpers/world.ts'
import { seed } from '../seed.ts'

/** A JUnit report of these cases. */
export const report = (...cases: [name: string, result: 'passed' | 'failed'][]): string =>
  `<testsuite>${cases.map(([name, result]) => `<testcase name="${name}">${result === 'failed' ? '<failure message="no"/>' : ''}</testcase>`).join('')}</testsuite>`

export const run = ['exec', '--run', 'WEB-R1', '--report', 'out/*.xml']

/** A shell line that writes a report. `untouched` and `stored` are the results in the run without the report and with it. */
export const writes = 'mkdir -p out && cp good.xml out/new.xml'
export const untouched = ['untested', 'untested']
export const stored = ['passed', 'failed']

type Place = Pick<World, 'folder' | 'env' | 'remove'>
export type Executing<Kind extends Place> = Awaited<ReturnType<typeof openExecuting<Kind>>>

/** Creates a machine with a service in a file, and a good report in good.xml. */
export const openExecuting = async <Kind extends Place>(create: () => Promise<Kind>) => {
  const machine = await create()
  const { folder: cwd } = machine
  await seed(cwd)
  await writeFile(join(cwd, 'good.xml'), report(['logs in', 'passed'], ['logs out', 'failed']))
  const typed = (more: Record<string, string> = {}) => ({
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...machine.env, ...more },
  })
  /** Runs the words in this process. A command in them must not print anything, because it inherits the streams of the tests. */
  const runHere = (words: readonly string[], env?: Record<string, string>): Promise<Seen> =>
    typeLine(['testctl', ...words].map(quoteWord).join(' '), typed(env))
  return {
    machine,
    runHere,
    /** Runs lines of a shell under `testctl exec` in this process. They must not print anything. */
    execHere: (lines: string, ...flags: string[]): Promise<Seen> =>
      runHere([...run, ...flags, '--', 'sh', '-c', lines]),
    resultsIn: async (identifier = 'WEB-R1'): Promise<string[]> => {
      const listed = await aside(`testctl tests list ${identifier} --json`, typed())
      return (JSON.parse(listed) as { result: string }[]).map(({ result }) => result)
    },
  }
}
