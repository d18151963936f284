import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, onTestFinished } from 'vitest'
import { createMachine, type Machine } from './machine.ts'
import { toldBy } from './problem.ts'
import { serve, end, startUntilEnd, saidBy } from './serving.ts'

let machine: Machine
beforeEach(async () => {
  machine = await createMachine({ TESTCTL_URL: '' })
  onTestFinished(machine.remove)
})

/** Returns a port on which something listens until the test is over. */
const takenPort = async (): Promise<number> => {
  const taker = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void taker.close())
  await once(taker, 'listening')
  return (taker.address() as AddressInfo).port
}

describe('a server that cannot start', () => {
  const fails = async (line: string, env: Record<string, string> = {}) => toldBy(await machine.typeHere(line, { env }))

  test('because its port is taken', async () => {
    const port = await takenPort()
    expect(await fails(`testctl serve --port ${port}`)).toMatchObject({
      exitCode: 6,
      error: `port ${port} of 127.0.0.1 is already in use`,
      next: expect.stringContaining('--port'),
    })
  })

  test('because the address is another machine’s', async () => {
    expect(await fails('testctl serve --host 192.0.2.1')).toMatchObject({
      exitCode: 2,
      error: '192.0.2.1 is not an address of this computer',
      next: expect.stringContaining('--host'),
    })
  })

  test('because its flags make no sense', async () => {
    expect(await fails('testctl serve --port 99999')).toMatchObject({ exitCode: 2 })
    expect(await fails('testctl serve --rate-limit lots')).toMatchObject({ exitCode: 2 })
    expect(await fails('testctl serve --store https://tests.example.com')).toMatchObject({ exitCode: 2 })
    expect(await fails('testctl serve --log-level loud')).toMatchObject({ exitCode: 2 })
  })

  test.for<[what: string, make: (folder: string) => Promise<unknown>, store: string, exitCode: number]>([
    ['a folder is missing', async () => undefined, 'file:./absent/team.db', 2],
    ['it is no store', (folder) => writeFile(join(folder, 'x.db'), 'x'.repeat(5000)), 'file:./x.db', 2],
    ['it is a folder', (folder) => mkdir(join(folder, 'y.db')), 'file:./y.db', 2],
    ['PostgreSQL is not there', async () => undefined, 'postgres://u:canary@127.0.0.1:9/db', 6],
  ])('because of its store: %s', async ([, make, store, exitCode]) => {
    await make(machine.folder)
    const seen = await machine.typeHere(`testctl serve --port 0 --store ${store}`)
    expect(toldBy(seen)).toMatchObject({ exitCode, next: expect.stringMatching(/\S/) })
    expect(seen.stdout + seen.stderr).not.toContain('canary')
  })

  test.for([
    ['its answer cannot be written', ' > /dev/full', 6],
    ['its answer has nothing for --jq', ` --jq 'error("x")'`, 2],
  ] as const)('ends, because %s', async ([, words, exitCode]) => {
    const line = `exec testctl serve --port 0 --log-level silent --json${words}`
    expect(await machine.shell(line)).toMatchObject({ exitCode })
  })

  test('shows no key that nobody could use later', async () => {
    const port = await takenPort()
    await fails(`testctl serve --port ${port} --store file:./other.db`)
    const other = await serve(machine, '--store file:./other.db')
    expect(other.key).toMatch(/^tctl_/)
  })
})

test('the demo can be served, with a key to try it', async () => {
  const child = startUntilEnd(machine, 'testctl demo --serve --port 0 --json --file demo.db')
  const { url, key } = await saidBy(child)
  const seen = await machine.typeHere('testctl tests list DEMO-R1 -q', {
    env: { TESTCTL_URL: url, TESTCTL_API_KEY: key! },
  })
  expect(seen).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('DEMO-T1') })
})

test('an address of IPv6 may stand in brackets, as in a URL', async () => {
  expect((await serve(machine, "--host '[::1]'")).url).toMatch(/^http:\/\/\[::1\]:\d+$/)
})

test('a warning is given where keys would travel without TLS', async () => {
  expect((await end(await serve(machine, '--host 0.0.0.0 --log-level silent'))).stderr).toContain('without TLS')
  expect((await end(await serve(machine, '--host 0.0.0.0 --log-level silent --trust-proxy', 'x'))).stderr).toBe('')
})

test.each([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
])('listening at %s, the next steps name %s, where a browser can sign in', async (host, named) => {
  const child = startUntilEnd(machine, `testctl serve --port 0 --host ${host} --log-level silent`)
  let said = ''
  child.stdout?.on('data', (text: Buffer) => (said += text))
  await expect.poll(() => said).toContain('/settings/keys')
  expect(said).toMatch(/^Listening at http:\/\/(0\.0\.0\.0|\[::\]):\d+ /)
  expect(said).toContain(`\nStore it: testctl auth login --url http://${named}:`)
  expect(said).toContain(`\nMore keys: http://${named}:`)
})
