import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createMachine } from '../e2e/machine.ts'

test('a time without an offset is in UTC, as a day is, wherever the machine stands', async () => {
  const machine = await createMachine({ TESTCTL_URL: 'file:./team.db', TZ: 'Asia/Tokyo' })
  onTestFinished(machine.remove)
  await machine.aside('testctl projects create --name Web --identifier WEB')
  await machine.aside("testctl cases create -p WEB --name 'logs in'")
  await machine.aside('testctl runs create -p WEB --name Nightly --all-cases')
  await machine.aside('testctl tests set WEB-T1 failed')
  await writeFile(join(machine.folder, 'r.xml'), '<testsuite><testcase name="logs in"/></testsuite>')
  // In Tokyo, this time is eight hours ago.
  const soon = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16)
  const line = `testctl runs submit r.xml --run WEB-R1 --dry-run --json --keep-newer ${soon}`
  for (const time of ['', ':00', ':00.5', 'Z', '+00:00']) {
    const { stdout, exitCode } = await machine.type(line + time)
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringMatching(/"newer": 0\b/) })
  }
})
