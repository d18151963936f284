import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMachine, type Machine } from '../e2e/machine.ts'
import { patience, soak } from '../helpers/soak.ts'

// With TESTCTL_SOAK=1, a hundred thousand results are created, set, submitted again and undone; otherwise 1,500, which is more than a
// page of a list, than the cases that are requested at once, and than the journal buffers.

const count = soak ? 100_000 : 1500
let machine: Machine
beforeEach(async () => {
  machine = await createMachine()
})
afterEach(() => machine.remove())

test(`${count} results are set, the journal is whole, and all of it is put back`, patience, async () => {
  const cases = Array.from(
    { length: count },
    (_, at) => `<testcase name="Test number ${at}">${at % 100 === 0 ? '<failure message="no"/>' : ''}</testcase>`,
  )
  await writeFile(join(machine.folder, 'report.xml'), `<testsuite name="Large">${cases.join('\n')}</testsuite>`)
  await machine.aside('testctl projects create --name Web --identifier WEB')
  await machine.aside('testctl runs create -p WEB --name R --empty')
  const line = 'testctl runs submit report.xml --run WEB-R1 --create-cases --json --timeout 1h'
  const submit = async () => {
    const { stdout, stderr, exitCode } = await machine.type(line, patience)
    expect({ stderr: stderr.replace(/^\d+ .*\n/gm, ''), exitCode }).toEqual({ stderr: '', exitCode: 0 })
    return JSON.parse(stdout) as { journal: string }
  }
  const first = await submit()
  expect(first).toMatchObject({ tests: { set: count }, created: { cases: count, tests: count } })
  expect(await submit()).toMatchObject({ tests: { set: 0, unchanged: count }, created: { cases: 0, tests: 0 } })
  const undone = await machine.type(`testctl runs undo ${first.journal} --json --timeout 1h`, patience)
  const { restored, created, comments } = JSON.parse(undone.stdout) as {
    restored: unknown[]
    created: { cases: string[] }
    comments: { removed: number }
  }
  expect({ restored: restored.length, cases: created.cases.length, comments: comments.removed }).toEqual({
    restored: count,
    cases: count,
    comments: count / 100,
  })
})
