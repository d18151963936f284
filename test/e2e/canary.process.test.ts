import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Remote, startRemote } from '../helpers/remote.ts'
import type { Seen } from '../helpers/world.ts'
import { type Hostile, hostile, http } from '../wire/hostile.ts'
import { everyLine } from './lines.ts'
import { createMachine, type Machine } from './machine.ts'
import { seed } from './seed.ts'

// RELIABILITY 8: the key is found in no output, file, argument list or other socket.

const key = 'canary/"0123456789"'
const forms = [
  key,
  'canary',
  encodeURIComponent(key),
  Buffer.from(key).toString('base64'),
  Buffer.from(key).toString('hex'),
]
let machine: Machine
const open: { close: () => Promise<void> }[] = []

beforeEach(async () => {
  machine = await createMachine()
})
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ close }) => close()))
  await machine.remove()
})

const keep = <T extends { close: () => Promise<void> }>(one: T): T => {
  open.push(one)
  return one
}

const expectNoKey = (text: string, where: string): void => {
  for (const form of forms) expect(text.includes(form) ? `${where}: ${text}` : '').toBe('')
}

const expectNoKeyIn = async (line: string, { stdout, stderr }: Seen): Promise<void> => {
  expectNoKey(stdout, `stdout of ${line}`)
  expectNoKey(stderr, `stderr of ${line}`)
  for (const [file, content] of Object.entries(await machine.files())) expectNoKey(content, file)
}

/** Types lines side by side, and sees to it that the key is in nothing that they leave behind. */
const typeWithoutKey = async (lines: readonly string[], env: Record<string, string>): Promise<void> => {
  const all = await Promise.all(lines.map((line) => machine.type(line, { env })))
  for (const [at, line] of lines.entries()) await expectNoKeyIn(line, all[at]!)
}

describe('every command', () => {
  let remote: Remote
  beforeEach(async () => {
    await seed(machine.folder)
    await writeFile(join(machine.folder, 'report.xml'), '<testsuites><testcase name="Login works"/></testsuites>')
    remote = keep(await startRemote(key, `file:${join(machine.folder, 'team.db')}`))
  })

  // Two processes for each command take a while where others want the processor too.
  test('keeps the key to the one service, whatever it prints', async () => {
    const env = { TESTCTL_URL: remote.url, TESTCTL_API_KEY: key }
    for (const line of everyLine()) await typeWithoutKey([`${line} -v`, `${line} -v --json`], env)
    const commands = new Set(remote.requests.map(({ method, path }) => `${method} ${path.split('/')[2]}`))
    for (const noun of ['projects', 'cases', 'test-runs', 'tests', 'milestones'])
      for (const method of ['GET', 'PUT', 'POST', 'DELETE']) expect(commands).toContain(`${method} ${noun}`)
  })

  test('stands in no list of arguments while it runs', async () => {
    let seen = ''
    remote.before = async () => {
      const { pid } = running
      seen += await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => 'nothing to see')
    }
    const running = machine.start('testctl projects list', { env: { TESTCTL_URL: remote.url, TESTCTL_API_KEY: key } })
    expect(await running).toMatchObject({ exitCode: 0 })
    expect(seen).not.toBe('')
    expectNoKey(seen, 'arguments')
  })
})

describe('a service that repeats what it was sent', () => {
  const echoes: [string, (request: string) => string][] = [
    ['as the message of a 500', (request) => http(500, JSON.stringify({ message: request }))],
    [
      'as the message of a 400',
      (request) => http(400, JSON.stringify({ message: request, issues: [{ path: request, message: request }] })),
    ],
    ['as the message of a 401', (request) => http(401, JSON.stringify({ message: request }))],
    ['as a page', (request) => http(502, `<html><pre>${request}</pre></html>`, { 'content-type': 'text/html' })],
    ['as a text with success', (request) => http(200, request)],
    ['as a project', (request) => http(200, project(request))],
    ['in the id of the request', (request) => http(500, '{}', { 'x-request-id': keyIn(request) })],
    ['as the target of a redirect', (request) => http(302, '', { location: `http://127.0.0.1:9/?${keyIn(request)}` })],
  ]
  test.each(echoes)('%s', async (_, echo) => {
    const server = keep(await hostile(({ socket, request }) => socket.end(echo(request))))
    const env = { TESTCTL_URL: server.url, TESTCTL_API_KEY: key }
    for (const line of [
      'projects list',
      'projects create --name A --identifier A',
      'api /v1/projects -i',
      'api projects.list',
      'api tests.update --test-id WEB-T1 --result passed',
      'auth status',
    ])
      await typeWithoutKey([`testctl ${line} -v --timeout 3s`, `testctl ${line} --json --timeout 3s`], env)
    expect(server.requests.join('')).toContain(`x-api-key: ${key}`)
  })

  const keyIn = (request: string): string => /x-api-key: (.*)/i.exec(request)?.[1] ?? ''
  const project = (name: string): string => {
    const common = { id: 'p', createdAt: 0, createdBy: name, updatedAt: 0, updatedBy: name }
    const one = { ...common, name, identifier: 'A', icon: name, color: '' }
    return JSON.stringify({ project: one, projects: [one], pagination: { limit: 50, offset: 0, total: 1 } })
  }
})

describe('redirects and proxies', () => {
  test.each([301, 302, 303, 307, 308])('%i to another port: nobody goes there', async (status) => {
    const elsewhere = keep(await hostile(({ socket }) => socket.end(http(200, '{}'))))
    const location = `${elsewhere.url}/v1/projects`
    const server = keep(await hostile(({ socket }) => socket.end(http(status, '', { location }))))
    const env = { TESTCTL_URL: server.url, TESTCTL_API_KEY: key }
    for (const line of ['testctl projects list -v', 'testctl projects create --name A --identifier A -v']) {
      const seen = await machine.type(line, { env })
      expect(seen.exitCode).toBe(5)
      await expectNoKeyIn(line, seen)
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
    const seen = await machine.type('testctl projects list -v --timeout 5s', { env })
    expect(seen.exitCode).toBe(6)
    await expectNoKeyIn('testctl projects list', seen)
    expect(proxy.heard.length).toBeGreaterThan(0)
    for (const heard of proxy.heard) {
      expect(heard).toMatch(/^CONNECT tests\.invalid:443 /)
      expectNoKey(heard, 'proxy')
    }
  })
})

/** Something that listens, notes what it hears and refuses it. */
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
    await expectNoKeyIn('testctl projects list', seen)
    expect(trap.connections()).toBe(0)
  })

  test.each(['url', 'apiKey', 'profile', '__proto__'])('a project file that sets %s is refused', async (field) => {
    const inner = join(machine.folder, 'a/b')
    await mkdir(inner, { recursive: true })
    await writeFile(join(machine.folder, '.testctl.json'), `{"project":"WEB","${field}":"${trap.url}"}`)
    const server = keep(await hostile(({ socket }) => socket.end(http(200, '{}'))))
    const env = { TESTCTL_URL: server.url, TESTCTL_API_KEY: key }
    const seen = await machine.type('testctl cases list -v', { env, cwd: inner })
    expect(seen.exitCode).toBe(2)
    expect(seen.stderr).toContain(`may not set "${field}"`)
    await expectNoKeyIn('testctl cases list', seen)
    expect([trap.connections(), server.connections()]).toEqual([0, 0])
  })

  test('a stored key goes to no other address than the one that it was stored for', async () => {
    const remote = keep(await startRemote(key))
    const stdin = `${key}\n`
    await machine.type(`testctl auth login --url ${remote.url} --with-key`, { stdin, env: { TESTCTL_URL: '' } })
    const seen = await machine.type('testctl projects list -v', { env: { TESTCTL_URL: trap.url } })
    expect(seen).toMatchObject({ stdout: '', exitCode: 4 })
    expectNoKey(seen.stderr, 'stderr')
    expect(trap.connections()).toBe(0)
    // It is in the one file that it was stored in, and that one is private.
    const holding = Object.entries(await machine.files()).filter(([, text]) => text.includes('canary'))
    expect(holding.map(([path]) => path)).toEqual([join(machine.folder, '.config/testctl/config.json')])
  })
})

test('the checks of this file see a key where there is one', () => {
  expect(() => expectNoKey(`x ${key} y`, 'planted')).toThrow(/planted/)
})
