import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Seen } from '../../helpers/world.ts'
import { createMachine } from '../machine.ts'
import { seed } from '../seed.ts'

/** A JUnit report of these cases. */
export const report = (...cases: [name: string, result: 'passed' | 'failed'][]): string =>
  `<testsuite>${cases.map(([name, result]) => `<testcase name="${name}">${result === 'failed' ? '<failure message="no"/>' : ''}</testcase>`).join('')}</testsuite>`

export const run = ['exec', '--run', 'WEB-R1', '--report', 'out/*.xml']

/** A line of a shell that writes a report, and what the run holds without it and with it. */
export const writes = 'mkdir -p out && cp good.xml out/new.xml'
export const untouched = ['untested', 'untested']
export const stored = ['passed', 'failed']

export type Executing = Awaited<ReturnType<typeof openExecuting>>

/** A machine with a service in a file, and a good report in good.xml. */
export const openExecuting = async () => {
  const machine = await createMachine()
  await seed(machine.folder)
  await writeFile(join(machine.folder, 'good.xml'), report(['logs in', 'passed'], ['logs out', 'failed']))
  return {
    machine,
    /** Runs lines of a shell under `testctl exec`. */
    exec: (lines: string, ...flags: string[]): Promise<Seen> =>
      machine.run([...run, ...flags, '--', 'sh', '-c', lines]),
    resultsIn: async (identifier = 'WEB-R1'): Promise<string[]> => {
      const listed = await machine.aside(`testctl tests list ${identifier} --json`)
      return (JSON.parse(listed) as { result: string }[]).map(({ result }) => result)
    },
  }
}
