import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMachine, type Machine } from '../machine.ts'
import { seed } from '../seed.ts'

let machine: Machine
beforeEach(async () => {
  machine = await createMachine()
  await seed(machine.folder)
})
afterEach(() => machine.remove())

test('of a command that Ctrl-C has ended nothing is submitted, though testctl itself has not heard it', async () => {
  const report = '<testsuite><testcase name="logs in"/></testsuite>'
  const script = `echo '${report}' > out.xml; kill -INT $$`
  const seen = await machine.run(['exec', '--run', 'WEB-R1', '--report', 'out.xml', '--', 'sh', '-c', script])
  expect(seen).toMatchObject({
    exitCode: 130,
    stderr: expect.stringContaining('was stopped (130); nothing was submitted'),
  })
  expect(await machine.aside('testctl tests get WEB-T1 --columns result')).toBe('untested\n')
})
