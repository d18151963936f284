import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, onTestFinished } from 'vitest'
import { startRemote } from '../helpers/remote.ts'
import { type Hostile, hostile, http } from '../wire/hostile.ts'
import { createMachine, type Machine } from './machine.ts'
import { key, expectNoKey, expectNoKeyIn } from './keyless.ts'
import { keep } from '../helpers/keep.ts'

let machine: Machine
beforeEach(async () => {
  machine = await createMachine({ XDG_CACHE_HOME: '' })
  onTestFinished(machine.remove)
})

describe('redirects and proxies', () => {
  test.each([301, 302, 303, 307, 308])('%i to another port: nobody goes there', async (status) => {
    const elsewhere = keep(await hostile(({ socket }) => socket.end(http(200, '{}'))))
    const location = `${elsewhere.url}/v1/projects`
    const server = keep(await hostile(({ socket }) => socket.end(http(status, '', { location }))))
    const env = { TESTCTL_URL: server.url, TESTCTL_API_KEY: key }
    const lines: [line: string, exitCode: number][] = [
      ['testctl projects list -v', 5],
      // A 303 may follow a change that was made. DECISIONS 559
      ['testctl projects create --name A --identifier A -v', status === 303 ? 9 : 5],
    ]
    for (const [line, exitCode] of lines) {
      const seen = await machine.typeHere(line, { env })
      expect(seen.exitCode).toBe(exitCode)
      await expectNoKeyIn(machine, line, seen)
    }
    expect(server.requests).toHaveLength(2)
    expect(elsewhere.connections()).toBe(0)
  })

  test('this very machine is reached without a proxy', async () => {
    const proxy = keep(await listening())
    const server = keep(
      await hostile(({ socket }) =>
        socket.end(http(200, '{"projects":[],"pagination":{"limit":1,"offset":0,"total":0}}')),
      ),
    )
    const env = { TESTCTL_URL: server.url, TESTCTL_API_KEY: key, HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url }
    expect(await machine.type('testctl projects list', { env })).toMatchObject({ exitCode: 0 })
    expect(proxy.heard).toEqual([])
  })

  test('a proxy on the way is asked for a tunnel and sees no key', async () => {
    const proxy = keep(await listening())
    const env = { TESTCTL_URL: 'https://tests.invalid', TESTCTL_API_KEY: key, HTTPS_PROXY: proxy.url }
    const seen = await machine.type('testctl projects list -v --timeout 60s', { env })
    expect(seen.exitCode).toBe(6)
    await expectNoKeyIn(machine, 'testctl projects list', seen)
    expect(proxy.heard.length).toBeGreaterThan(0)
    for (const heard of proxy.heard) {
      expect(heard).toMatch(/^CONNECT tests\.invalid:443 /)
      expectNoKey(heard, 'proxy')
    }
  })
})

/** Starts a server that records each request and refuses it. */
const listening = async () => {
  const heard: string[] = []
  const server: Hostile = await hostile(({ socket, request }) => {
    heard.push(request)
    socket.end('HTTP/1.1 502 No\r\ncontent-length: 0\r\n\r\n')
  })
  return { ...server, heard }
}

describe('a folder of other people', () => {
  let trap: Hostile
  beforeEach(async () => {
    trap = keep(await hostile(({ socket }) => socket.end(http(200, '{}'))))
  })

  test('an .env in it is not read', async () => {
    const text = `TESTCTL_URL=${trap.url}\nTESTCTL_API_KEY=theirs\nNODE_OPTIONS=--inspect\nHTTPS_PROXY=${trap.url}\n`
    for (const name of ['.env', '.env.local', '.testctlrc', 'testctl.json'])
      await writeFile(join(machine.folder, name), text)
    const seen = await machine.type('testctl projects list -v', { env: { TESTCTL_URL: '', TESTCTL_API_KEY: key } })
    expect(seen.exitCode).toBe(2)
    await expectNoKeyIn(machine, 'testctl projects list', seen)
    expect(trap.connections()).toBe(0)
  })

  test.each(['url', 'apiKey', 'profile', '__proto__'])('a project file that sets %s is refused', async (field) => {
    const inner = join(machine.folder, 'a/b')
    await mkdir(inner, { recursive: true })
    await writeFile(join(machine.folder, '.testctl.json'), `{"project":"WEB","${field}":"${trap.url}"}`)
    const server = keep(await hostile(({ socket }) => socket.end(http(200, '{}'))))
    const env = { TESTCTL_URL: server.url, TESTCTL_API_KEY: key }
    const seen = await machine.typeHere('testctl cases list -v', { env, cwd: inner })
    expect(seen.exitCode).toBe(2)
    expect(seen.stderr).toContain(`may not set "${field}"`)
    await expectNoKeyIn(machine, 'testctl cases list', seen)
    expect([trap.connections(), server.connections()]).toEqual([0, 0])
  })

  test('a stored key goes to no other address than the one that it was stored for', async () => {
    const remote = keep(await startRemote(key))
    const stdin = `${key}\n`
    await machine.aside(`testctl auth login --url ${remote.url} --with-key`, { stdin, env: { TESTCTL_URL: '' } })
    const seen = await machine.type('testctl projects list -v', { env: { TESTCTL_URL: trap.url } })
    expect(seen).toMatchObject({ stdout: '', exitCode: 4 })
    expectNoKey(seen.stderr, 'stderr')
    expect(trap.connections()).toBe(0)
    // Only the private file that stores the key contains it.
    const holding = Object.entries(await machine.files()).filter(([, text]) => text.includes('canary'))
    expect(holding.map(([path]) => path)).toEqual([join(machine.folder, '.config/testctl/config.json')])
  })
})
