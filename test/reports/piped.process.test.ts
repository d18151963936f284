import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMachine, type Machine } from '../e2e/machine.ts'

let machine: Machine
beforeEach(async () => {
  machine = await createMachine()
  await writeFile(join(machine.folder, 'report.xml'), '<testsuite><testcase name="a"/></testsuite>')
})
afterEach(() => machine.remove())

// bash turns `<(…)` into a named pipe. It is empty until its command writes, and ends when the command ends.
describe.skipIf(process.platform === 'win32')('a report that a command writes', () => {
  test.each([
    ['at once', '<(cat report.xml)'],
    ['after a while', '<(sleep 0.5; cat report.xml)'],
    ['in pieces', "<(head -c 20 report.xml; sleep 0.3; tail -c +21 report.xml)"],
  ])('%s is read whole: %s', async (_, report) => {
    const { stdout, exitCode } = await machine.shell(`testctl reports read ${report} --json`)
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject([{ cases: 1, passed: 1 }])
  })
})
