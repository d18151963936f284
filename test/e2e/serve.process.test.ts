import { mkdir, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMachine, type Machine, type Running } from './machine.ts'
import { toldBy } from './problem.ts'

// The real program behind a real port, as an operator and a client see it.

let machine: Machine
const running: Running[] = []
beforeEach(async () => {
  machine = await createMachine({ TESTCTL_URL: '' })
})
afterEach(async () => {
  for (const one of running.splice(0)) one.kill('SIGKILL')
  await machine.remove()
})

type Started = { url: string; key: string; child: Running; log: () => string }

/** Starts a server, and waits until it says where it listens; the key is there the first time only. */
const serve = async (flags = '', key = ''): Promise<Started> => {
  const child = machine.start(`testctl serve --port 0 --json ${flags}`)
  running.push(child)
  let log = ''
  child.stderr?.on('data', (text: Buffer) => (log += text))
  const said = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (data: Buffer) => (text += data).includes('}') && resolve(text))
    child.once('exit', () => reject(new Error(`it ended: ${log}`)))
  })
  const { url, key: first = key } = JSON.parse(said) as { url: string; key?: string }
  return { url, key: first, child, log: () => log }
}

const request = ({ url, key }: Started, path: string, init: RequestInit = {}) =>
  fetch(url + path, { ...init, headers: { 'x-api-key': key, 'content-type': 'application/json' } })

const createProject = async (server: Started, identifier: string): Promise<number> => {
  const body = JSON.stringify({ name: 'Web', identifier, icon: '', color: '' })
  return (await request(server, '/v1/projects', { method: 'PUT', body })).status
}

const projectsIn = async (server: Started): Promise<string[]> => {
  const found: string[] = []
  for (;;) {
    const answer = await request(server, `/v1/projects?limit=1000&offset=${found.length}`)
    const { projects } = (await answer.json()) as { projects: { identifier: string }[] }
    if (projects.length === 0) return found
    found.push(...projects.map(({ identifier }) => identifier))
  }
}

/** What a signal makes of it; it must end within ten seconds. */
const end = async ({ child }: Started, signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM') => {
  // Not execa's, which sends another signal five seconds later.
  process.kill(child.pid ?? 0, signal)
  const { exitCode, stderr } = await Promise.race([child, sleep(11_000).then(() => Promise.reject(new Error('late')))])
  return { exitCode, stderr }
}

describe('a server', () => {
  test('shows the key of its owner once, and a client logs in with it', async () => {
    const first = await serve()
    expect(first.key).toMatch(/^tctl_/)
    await machine.type(`testctl auth login --url ${first.url} --with-key`, { stdin: first.key })
    expect(await machine.type('testctl projects create --name Web --identifier WEB --json')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('"createdBy": "owner"'),
    })
    await end(first)
    const second = await serve('', first.key)
    expect(await projectsIn(second)).toEqual(['WEB'])
    expect(second.key).toBe(first.key)
    expect(first.log() + second.log()).not.toContain(first.key)
  })

  test('says in plain words where it listens', async () => {
    const child = machine.start('testctl serve --port 0 --log-level silent')
    running.push(child)
    await new Promise((resolve) => child.stdout?.once('data', resolve))
    child.kill('SIGTERM')
    const { stdout, stderr, exitCode } = await child
    expect(stdout).toMatch(
      /^Listening at http:\/\/127\.0\.0\.1:\d+ \(file:\.\/testctl\.db\)\nThe key of its owner, shown this once: tctl_\w{49}\n$/,
    )
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  })

  test.for(['SIGTERM', 'SIGINT'] as const)('ends with 0 after a %s', async (signal) => {
    expect(await end(await serve('--log-level warn'), signal)).toEqual({ exitCode: 0, stderr: '' })
  })

  test('finishes what has begun when it is asked to end, and keeps every acknowledged write', async () => {
    const server = await serve('--log-level silent')
    const acknowledged: string[] = []
    let stopped = false
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let at = 0; !stopped; at++) {
        const identifier = `W${writer}_${at}`
        const status = await createProject(server, identifier).catch(() => {
          stopped = true
          return 0
        })
        if (status === 200) acknowledged.push(identifier)
      }
    })
    while (acknowledged.length < 50) await sleep(10)
    expect(await end(server)).toEqual({ exitCode: 0, stderr: '' })
    await Promise.all(writers)
    const again = await serve('', server.key)
    expect(await projectsIn(again)).toEqual(expect.arrayContaining(acknowledged))
  })

  test('is not ready while it drains, and ends though somebody keeps sending a body', async () => {
    const server = await serve()
    const { port } = new URL(server.url)
    const slow = net.connect(Number(port), '127.0.0.1')
    slow.on('error', () => undefined)
    slow.write(`PUT /v1/projects HTTP/1.1\r\nhost: x\r\nx-api-key: ${server.key}\r\ncontent-length: 100\r\n\r\n`)
    const waiting = net.connect(Number(port), '127.0.0.1')
    let heard = ''
    waiting.on('data', (data) => (heard += data)).on('error', () => undefined)
    waiting.write('GET /readyz HTTP/1.1\r\nhost: x\r\nx-half: ')
    await sleep(200)
    const ended = end(server)
    await sleep(300)
    waiting.write('1\r\n\r\n')
    await expect(fetch(server.url)).rejects.toThrow()
    while (!heard.includes('stopping')) await sleep(20)
    expect(heard).toMatch(/^HTTP\/1\.1 503 .*connection: close.*the server is stopping/is)
    const { exitCode, stderr } = await ended
    expect(exitCode).toBe(143)
    expect(stderr).toContain('1 request was cut off')
  })

  test('shares a file with another one', async () => {
    const one = await serve('--log-level silent')
    const other = await serve('--log-level silent', one.key)
    const identifiers = Array.from({ length: 40 }, (_, at) => `P${at}`)
    const statuses = await Promise.all(identifiers.map((name, at) => createProject(at % 2 ? one : other, name)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect((await projectsIn(one)).toSorted()).toEqual(identifiers.toSorted())
    expect((await projectsIn(other)).toSorted()).toEqual(identifiers.toSorted())
  })

  test('goes on while its log is not read', async () => {
    const server = await serve()
    for (let at = 0; at < 20; at++) expect((await request(server, '/healthz')).status).toBe(200)
    const lines = (await end(server)).stderr.split('\n').filter((line) => line.startsWith('{'))
    for (const line of lines) expect(JSON.parse(line)).not.toHaveProperty('headers')
  })
})

describe('a server that cannot start', () => {
  const fails = async (line: string, env: Record<string, string> = {}) => toldBy(await machine.type(line, { env }))

  test('because its port is taken', async () => {
    const { port } = new URL((await serve()).url)
    expect(await fails(`testctl serve --port ${port}`)).toMatchObject({
      exitCode: 6,
      error: `port ${port} of 127.0.0.1 is taken`,
      next: expect.stringContaining('--port'),
    })
  })

  test('because the address is another machine’s', async () => {
    expect(await fails('testctl serve --host 192.0.2.1')).toMatchObject({
      exitCode: 2,
      error: '192.0.2.1 is no address of this computer',
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
    const seen = await machine.type(`testctl serve --port 0 --store ${store}`, {})
    expect(toldBy(seen)).toMatchObject({ exitCode, next: expect.stringMatching(/\S/) })
    expect(seen.stdout + seen.stderr).not.toContain('canary')
  })

  test('shows no key that nobody could use later', async () => {
    const { port } = new URL((await serve()).url)
    await machine.type(`testctl serve --port ${port} --store file:./other.db`)
    const other = await serve('--store file:./other.db')
    expect(other.key).toMatch(/^tctl_/)
  })
})

test('the demo can be served, with a key to try it', async () => {
  const child = machine.start('testctl demo --serve --port 0 --json --file demo.db')
  running.push(child)
  const said = await new Promise<string>((resolve) => {
    let text = ''
    child.stdout?.on('data', (data: Buffer) => (text += data).includes('}') && resolve(text))
  })
  const { url, key } = JSON.parse(said) as { url: string; key: string }
  const seen = await machine.type('testctl tests list DEMO-R1 -q', { env: { TESTCTL_URL: url, TESTCTL_API_KEY: key } })
  expect(seen).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('DEMO-T1') })
})

test('a warning is given where keys would travel without TLS', async () => {
  expect((await end(await serve('--host 0.0.0.0 --log-level silent'))).stderr).toContain('without TLS')
  expect((await end(await serve('--host 0.0.0.0 --log-level silent --trust-proxy', 'x'))).stderr).toBe('')
})
