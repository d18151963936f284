import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMachine, type Machine } from '../machine.ts'
import { seed } from '../seed.ts'

let machine: Machine
beforeAll(async () => {
  machine = await createMachine()
  await seed(machine.folder)
})
afterAll(() => machine.remove())

test.each([
  'tests set - passed',
  'tests set --from -',
  'comments create WEB-T1 --content -',
  'cases import - -p WEB',
  'runs submit - --run WEB-R1',
])('a folder as stdin is no empty input: testctl %s </', async (line) => {
  expect(await machine.shell(`testctl ${line} </`)).toEqual({
    stdout: '',
    stderr: 'error: stdin is a folder\n  name a file: < results.ndjson\n',
    exitCode: 2,
  })
})

test('what reads no stdin runs all the same', async () => {
  expect(await machine.shell('testctl projects list -q </')).toMatchObject({ stdout: 'WEB\nOLD\n', exitCode: 0 })
})
