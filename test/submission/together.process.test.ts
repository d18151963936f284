import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMachine, type Machine } from '../e2e/machine.ts'

// The same report by four processes at once, on one run of one store.

const samples = fileURLToPath(new URL('../../../shared/reports/', import.meta.url))
let machine: Machine
beforeEach(async () => {
  machine = await createMachine()
  await machine.type('testctl projects create --name Fo --identifier FO')
  await machine.type('testctl runs create -p FO --name R --empty')
})
afterEach(() => machine.remove())

const rows = async (line: string) =>
  JSON.parse((await machine.type(`testctl ${line} --all --json`)).stdout) as {
    name: string
    result: string
    comments?: { content: string }[]
  }[]

test.each([
  ['more/identifier-before-case/r.xml', 7, 1, 0],
  ['junit-control-characters.xml', 0, 7, 4],
])('%s: no case twice, no comment twice, and all four end alike', async (file, exitCode, cases, comments) => {
  cpSync(join(samples, file), join(machine.folder, 'report.xml'))
  const line = 'testctl runs submit report.xml --run FO-R1 --create-cases'
  const seen = await Promise.all([machine.type(line), machine.type(line), machine.type(line), machine.type(line)])
  expect(seen.map((one) => one.exitCode)).toEqual([exitCode, exitCode, exitCode, exitCode])
  expect(await rows('cases list -p FO')).toHaveLength(cases)
  const tests = await rows('tests list FO-R1 --relations comments')
  expect(tests).toHaveLength(cases)
  expect(tests.flatMap((one) => one.comments ?? [])).toHaveLength(comments)
  if (cases === 1) expect(tests).toMatchObject([{ result: 'passed' }])
})
