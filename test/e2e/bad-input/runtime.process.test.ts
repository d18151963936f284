import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { isBinary } from '../../helpers/program.ts'
import { root } from '../../helpers/world.ts'
import { createMachine, type Machine } from '../machine.ts'

// Versions of Node.js, and NODE_OPTIONS, that can keep testctl from starting.

let machine: Machine
beforeEach(async () => {
  machine = await createMachine()
})
afterEach(() => machine.remove())

const runAs = (version: string, words: readonly string[]) => {
  const disguise = join(machine.folder, 'old.cjs')
  writeFileSync(
    disguise,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })
    Object.defineProperty(process, 'version', { value: 'v${version}' })`,
  )
  return spawnSync(process.execPath, ['--require', disguise, join(root, 'bin/testctl.js'), ...words], {
    encoding: 'utf8',
    env: { HOME: machine.folder },
  })
}

test.each(['8.17.0', '18.20.8', '20.17.0'])('Node.js %s is told to be too old in two lines', (version) => {
  const { stdout, stderr, status } = runAs(version, ['--version'])
  expect({ stdout, status }).toEqual({ stdout: '', status: 2 })
  expect(stderr).toBe(
    `error: testctl needs Node.js 20.18.1 or newer; this is v${version}\n  run it with a newer one: npx -p node@22 -p testctl testctl --version\n`,
  )
})

test.each(['20.18.1', '22.0.0', '100.0.0'])('Node.js %s is new enough', (version) => {
  expect(runAs(version, ['--version'])).toMatchObject({ stderr: '', status: 0 })
})

test('an old Node.js can read as far as that: no syntax of this decade comes before', () => {
  const text = readFileSync(join(root, 'bin/testctl.js'), 'utf8')
  expect(text.slice(0, text.indexOf('process.exit(2)'))).not.toMatch(/\?\?|\?\.|=>.*async|\bimport\b|\*\*|#\w+\s*=/)
  expect(text).not.toMatch(/\?\?|\?\.|^import\b|\bawait\b/m)
})

test.each([
  '--disallow-code-generation-from-strings',
  '--max-old-space-size=64',
  '--input-type=module',
  '--disable-proto=throw',
])('NODE_OPTIONS=%s changes nothing', async (options) => {
  const words = ['testctl demo', 'testctl tests list DEMO-R1 --json']
  for (const line of words)
    expect(
      await machine.type(line, { env: { NODE_OPTIONS: options, TESTCTL_URL: 'file:./testctl-demo.db' } }),
    ).toMatchObject({ stderr: '', exitCode: 0 })
})

test('NODE_OPTIONS=--jitless is what is told where a service is asked over HTTP, and nothing is said to be unreachable', async () => {
  const env = { NODE_OPTIONS: '--jitless', TESTCTL_URL: 'http://127.0.0.1:9', TESTCTL_API_KEY: 'k' }
  const { stderr, exitCode } = await machine.type('testctl projects list', { env })
  expect(exitCode).toBe(2)
  expect(stderr).toContain('error: this Node.js runs without WebAssembly')
  expect(stderr).toContain('leave --jitless out of NODE_OPTIONS')
})

test.runIf(process.platform === 'linux' && !isBinary && Number.parseInt(process.versions.node, 10) < 24)(
  'too little address space (ulimit -v) is what is told, and nothing is said of the connection',
  async () => {
    const { server, port } = await listening()
    onTestFinished(() => void server.close())
    const env = { TESTCTL_URL: `http://127.0.0.1:${port}`, TESTCTL_API_KEY: 'k' }
    const { stderr, exitCode } = await machine.shell('ulimit -v 4000000; testctl projects list', { env })
    expect(exitCode).toBe(6)
    expect(stderr).toContain('error: there is no memory for WebAssembly, which reads HTTP here (ulimit -v)')
    expect(stderr).toContain('raise that limit: ulimit -v 16000000')
  },
)

const listening = async () => {
  const server = createServer((socket) => socket.on('error', () => undefined))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port }
}
