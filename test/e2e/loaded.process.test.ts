import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMachine, type Machine } from './machine.ts'

let machine: Machine
beforeAll(async () => {
  machine = await createMachine({ XDG_CACHE_HOME: '' })
  // Records, at the end of a process, which modules of Node it has loaded.
  await writeFile(
    join(machine.folder, 'tell.cjs'),
    `process.on('exit', () => require('node:fs').writeFileSync('loaded.json', JSON.stringify(process.moduleLoadList)))`,
  )
  await machine.aside('testctl demo')
})
afterAll(() => machine.remove())

/** Returns those modules of Node loaded by a command that take milliseconds to load. */
const loadedBy = async (line: string): Promise<string[]> => {
  const { exitCode, stderr } = await machine.type(line, {
    env: { NODE_OPTIONS: `--require ${join(machine.folder, 'tell.cjs')}`, TESTCTL_URL: 'file:./testctl-demo.db' },
  })
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  const loaded = JSON.parse(await readFile(join(machine.folder, 'loaded.json'), 'utf8')) as string[]
  const heavy = ['crypto', 'internal/crypto/webcrypto', 'zlib', 'tls', 'http', 'child_process']
  return heavy.filter((name) => loaded.includes(`NativeModule ${name}`))
}

test('a start loads no cryptography and no compression', async () => {
  expect(await loadedBy('testctl --version')).toEqual([])
})

test('neither does a list from a service in a file', async () => {
  expect(await loadedBy('testctl tests list DEMO-R1')).toEqual([])
})

test('what is created there gets an id all the same', async () => {
  expect(await loadedBy('testctl projects create --name Web --identifier WEB')).toContain('internal/crypto/webcrypto')
})
