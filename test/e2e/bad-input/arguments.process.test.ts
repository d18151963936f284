import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMachine, type Machine } from '../machine.ts'
import { seed } from '../seed.ts'

let machine: Machine
beforeAll(async () => {
  machine = await createMachine()
  await seed(machine.folder)
})
afterAll(() => machine.remove())

// Only Linux shows a process the bytes of its arguments.
describe.skipIf(!existsSync('/proc/self/cmdline'))('an argument that is not UTF-8', () => {
  test.each([
    [String.raw`testctl cases create -p WEB --name "$(printf 'Caf\351')"`, 'Caf\ufffd'],
    [String.raw`testctl create case -p WEB --name="$(printf 'Caf\351')"`, '--name=Caf\ufffd'],
    [String.raw`testctl comments create WEB-T1 --content "$(printf 'caf\303\251, caf\351')"`, 'café, caf\ufffd'],
  ])('is refused, and nothing is stored: %s', async (line, shown) => {
    const before = await stored()
    expect(await machine.shell(line)).toEqual({
      stdout: '',
      stderr: `error: the argument "${shown}" is not UTF-8\n  convert it first, for example with iconv -f windows-1252 -t utf-8\n`,
      exitCode: 2,
    })
    expect(await stored()).toEqual(before)
  })

  const stored = async (): Promise<string[]> => [
    await machine.aside('testctl cases list -p WEB --json'),
    await machine.aside('testctl comments list WEB-T1 --json'),
  ]
})

test('an argument with the character U+FFFD, which is UTF-8, is taken as it is', async () => {
  const line = String.raw`testctl cases create -p WEB --name "$(printf 'Caf\357\277\275')" --jq .name`
  expect(await machine.shell(line)).toMatchObject({ stdout: 'Caf\ufffd\n', exitCode: 0 })
})
