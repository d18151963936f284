import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { authority, expired, good, key as tlsKey, other } from '../doctor/certificates.ts'
import { examined, key } from '../doctor/examined.ts'
import { hostile } from '../wire/hostile.ts'
import { isOutOfReach } from '../helpers/somebody-else.ts'
import { openStore } from '../../src/store/index.ts'
import { connectTo } from '../../src/store/sqlite/connection.ts'
import { createMachine, type Machine } from './machine.ts'

let machine: Machine
const open: { close: () => Promise<void> }[] = []
beforeEach(async () => {
  machine = await createMachine()
})
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
  await machine.remove()
})

describe('a service with a certificate of an authority of its own', () => {
  const start = async (cert: string): Promise<Record<string, string>> => {
    const body = '{"projects":[],"pagination":{"limit":1,"offset":0,"total":0}}'
    const server = https.createServer({ key: tlsKey, cert }, (_, response) => response.end(body))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    open.push({ close: () => new Promise((resolve) => server.close(() => resolve())) })
    const file = join(machine.folder, 'authority.pem')
    await writeFile(file, authority)
    const { port } = server.address() as AddressInfo
    return { TESTCTL_URL: `https://localhost:${port}`, TESTCTL_API_KEY: key, NODE_EXTRA_CA_CERTS: file }
  }

  test('that is named', async () => {
    const env = await start(good)
    const { checks, named, exitCode } = await examined(machine, env)
    expect({ exitCode, failed: named('failed'), warnings: named('warning') }).toEqual({
      exitCode: 0,
      failed: [],
      warnings: [],
    })
    expect(checks['certificates']?.message).toContain(`and 1 of ${env['NODE_EXTRA_CA_CERTS']} (NODE_EXTRA_CA_CERTS)`)
    expect(checks['tls']?.message).toMatch(/^TLSv1\.3, certificate of localhost by Some Authority, valid until 2126-/)
    expect(checks['access']?.status).toBe('ok')
  })

  test.each([
    ['has ended', expired, /has expired: .*valid until 2021-01-01$/, /clock/],
    ['is for another host', other, /is for another host: /, /TESTCTL_URL/],
  ])('that %s', async (_, cert, message, hint) => {
    const { checks, named, exitCode } = await examined(machine, await start(cert))
    expect({ exitCode, failed: named('failed') }).toEqual({ exitCode: 6, failed: ['tls'] })
    expect(checks['tls']?.message).toMatch(message)
    expect(checks['tls']?.hint).toMatch(hint)
  })

  test('and a runtime that was told to trust everybody', async () => {
    const env = { ...(await start(expired)), NODE_TLS_REJECT_UNAUTHORIZED: '0' }
    const { stdout, exitCode } = await machine.type('testctl doctor', { env })
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^certificates\twarning\t.*anyone on the network path can read the key/m)
    expect(stdout).toMatch(/^tls\twarning\t.*has expired/m)
    expect(stdout).toMatch(/^access\tok/m)
  })
})

test('Ctrl-C ends it at once', async () => {
  const silent = await hostile(() => undefined)
  open.push(silent)
  const running = machine.start('testctl doctor', { env: { TESTCTL_URL: silent.url, TESTCTL_API_KEY: key } })
  await expect.poll(() => silent.requests.length).toBeGreaterThan(0)
  running.kill('SIGINT')
  expect(await running).toMatchObject({ exitCode: 130 })
})

test('a closed pipe ends it quietly', async () => {
  const { stdout, stderr } = await machine.shell('set +eo pipefail; testctl doctor | true; echo ${PIPESTATUS[0]}')
  expect({ stdout, stderr }).toEqual({ stdout: '141\n', stderr: '' })
})

// The superuser may do anything, so tests that the superuser runs try as another user.
const somebody = process.getuid?.() === 0 ? 'setpriv --reuid=65534 --regid=65534 --clear-groups ' : ''

test.skipIf(isOutOfReach)('somebody whose home and folder are closed', async () => {
  const home = join(machine.folder, 'home')
  await mkdir(home)
  await chmod(home, 0)
  await chmod(machine.folder, 0o555)
  const { stdout, exitCode } = await machine.shell(
    `set +e; ${somebody}"$(readlink -f "$(command -v testctl)")" doctor`,
    { env: { HOME: home, XDG_CACHE_HOME: '' } },
  )
  await chmod(machine.folder, 0o755)
  expect(exitCode).toBe(2)
  expect(stdout).toMatch(/^configuration\tfailed\t.*cannot be read \(EACCES\)\tset TESTCTL_CONFIG_DIR/m)
  expect(stdout).toMatch(/^folder\tfailed\tyou cannot write into/m)
  expect(stdout).toMatch(/^cache\twarning\tyou cannot write into/m)
})

const earlier = readFileSync(join(import.meta.dirname, '../store/maintenance/fixtures/version-2.sql'), 'utf8')

test.skipIf(isOutOfReach).for([
  ['a backup that was put in place fails, as every command does', 'pragma journal_mode = delete', 2],
  ['a store that has to be upgraded fails', earlier, 2],
  ['a store that can be read is a warning', '', 0],
] as const)('of files that may not be written, %s', async ([, statements, exitCode]) => {
  const file = join(machine.folder, 'team.db')
  if (statements !== earlier) await (await openStore(`file:${file}`)).close()
  const connection = connectTo({ label: file, path: file })
  connection.run('pragma journal_mode = wal', statements)
  connection.close()
  await chmod(file, 0o444)
  await chmod(machine.folder, 0o777)
  const testctl = `${somebody}"$(readlink -f "$(command -v testctl)")"`
  const seen = await machine.shell(`set +e; ${testctl} doctor`)
  expect(seen.stdout).toMatch(/^file\twarning\t.*can be read but not written/m)
  expect(seen.stdout).toMatch(exitCode === 0 ? /^store\tok\t/m : /^store\tfailed\t.*cannot be opened/m)
  expect(seen.exitCode).toBe(exitCode)
  expect((await machine.shell(`set +e; ${testctl} projects list`)).exitCode).toBe(exitCode)
})
