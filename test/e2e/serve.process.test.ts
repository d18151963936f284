import { once } from 'node:events'
import net from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, test, onTestFinished } from 'vitest'
import { connectTo } from '../../src/store/sqlite/connection.ts'
import { createMachine, type Machine } from './machine.ts'
import { type Started, serve, end, startUntilEnd } from './serving.ts'

// RELIABILITY 17

let machine: Machine
beforeEach(async () => {
  machine = await createMachine({ TESTCTL_URL: '' })
  onTestFinished(machine.remove)
})

// The real program behind a real port, as an operator and a client see it.
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

describe('a server', () => {
  test('shows the key of its owner once, and a client logs in with it', async () => {
    const first = await serve(machine)
    expect(first.key).toMatch(/^tctl_/)
    await machine.aside(`testctl auth login --url ${first.url} --with-key`, { stdin: first.key })
    const created = await machine.aside('testctl projects create --name Web --identifier WEB --json')
    expect(created).toContain('"createdBy": "owner"')
    await end(first)
    const second = await serve(machine, '', first.key)
    expect(await projectsIn(second)).toEqual(['WEB'])
    expect(second.key).toBe(first.key)
    expect(first.log() + second.log()).not.toContain(first.key)
  })

  test('says in plain words where it listens', async () => {
    const child = startUntilEnd(machine, 'testctl serve --port 0 --log-level silent')
    // If the server ends at once, the checks below fail and show its output.
    await Promise.race([once(child.stdout!, 'data'), child])
    child.kill('SIGTERM')
    const { stdout, stderr, exitCode } = await child
    expect(stdout).toMatch(
      /^Listening at http:\/\/127\.0\.0\.1:\d+ \(file:\.\/testctl\.db\)\nThe key of its owner, shown only now:\n\n {2}tctl_\w{49}\n\nStore it: testctl auth login --url http:\/\/127\.0\.0\.1:\d+\nMore keys: http:\/\/127\.0\.0\.1:\d+\/settings\/keys\n$/,
    )
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  })

  test.for(['SIGTERM', 'SIGINT'] as const)('ends with 0 after a %s', async (signal) => {
    expect(await end(await serve(machine, '--log-level warn'), signal)).toEqual({ exitCode: 0, stderr: '' })
  })

  test('ends with 129 after a SIGHUP, so that a service manager starts it again', async () => {
    expect(await end(await serve(machine, '--log-level warn'), 'SIGHUP')).toEqual({ exitCode: 129, stderr: '' })
  })

  test.for(['SIGUSR1', 'SIGUSR2'] as const)('goes on after a %s, and opens no debugger', async (signal) => {
    const server = await serve(machine, '--log-level warn')
    server.child.kill(signal)
    expect((await request(server, '/healthz')).status).toBe(200)
    expect(await end(server)).toEqual({ exitCode: 0, stderr: '' })
  })

  test('finishes what has begun when it is asked to end, and keeps every acknowledged write', async () => {
    const server = await serve(machine, '--log-level silent')
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
    const again = await serve(machine, '', server.key)
    expect(await projectsIn(again)).toEqual(expect.arrayContaining(acknowledged))
  })

  test('is not ready while it drains, and ends though somebody keeps sending a body', async () => {
    const server = await serve(machine)
    const { port } = new URL(server.url)
    const slow = net.connect(Number(port), '127.0.0.1')
    slow.on('error', () => undefined)
    slow.write(`PUT /v1/projects HTTP/1.1\r\nhost: x\r\nx-api-key: ${server.key}\r\ncontent-length: 100\r\n\r\n`)
    const waiting = net.connect(Number(port), '127.0.0.1')
    let heard = ''
    waiting.on('data', (data) => (heard += data)).on('error', () => undefined)
    waiting.write('GET /readyz HTTP/1.1\r\nhost: x\r\nx-half: ')
    // A request that came later has been answered, so the server has both connections.
    await Promise.all([slow, waiting].map((socket) => socket.connecting && once(socket, 'connect')))
    expect((await request(server, '/healthz')).status).toBe(200)
    const ended = end(server)
    // Reads the whole answer: an unread one ends the process in undici when its connection closes (nodejs/undici#5360).
    const fetched = () =>
      fetch(`${server.url}/healthz`)
        .then((response) => response.text())
        .then(
          () => 'answered',
          () => 'refused',
        )
    await expect.poll(fetched).toBe('refused')
    waiting.write('1\r\n\r\n')
    await expect.poll(() => heard).toContain('stopping')
    expect(heard).toMatch(/^HTTP\/1\.1 503 .*connection: close.*the server is stopping/is)
    const { exitCode, stderr } = await ended
    expect(exitCode).toBe(143)
    expect(stderr).toContain('1 request was cut off')
  })

  test('ends without waiting after a second Ctrl-C, and says what it cut off; SIGTERM does not hurry it', async () => {
    const server = await serve(machine, '--log-level silent')
    const path = join(machine.folder, 'testctl.db')
    const holder = connectTo({ label: path, path })
    holder.query('begin immediate')
    const isCut = createProject(server, 'WEB').then(
      () => false,
      () => true,
    )
    expect((await request(server, '/healthz')).status).toBe(200)
    server.child.kill('SIGINT')
    const refused = () =>
      request(server, '/healthz').then(
        () => false,
        () => true,
      )
    await expect.poll(refused).toBe(true)
    server.child.kill('SIGTERM')
    server.child.kill('SIGINT')
    expect(await isCut).toBe(true)
    holder.query('rollback')
    holder.close()
    const { exitCode, stderr } = await server.child
    expect({ exitCode, stderr }).toEqual({ exitCode: 130, stderr: expect.stringContaining('1 request was cut off"') })
  })

  test('shares a file with another one', async () => {
    const one = await serve(machine, '--log-level silent')
    const other = await serve(machine, '--log-level silent', one.key)
    const identifiers = Array.from({ length: 40 }, (_, at) => `P${at}`)
    const statuses = await Promise.all(identifiers.map((name, at) => createProject(at % 2 ? one : other, name)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect((await projectsIn(one)).toSorted()).toEqual(identifiers.toSorted())
    expect((await projectsIn(other)).toSorted()).toEqual(identifiers.toSorted())
  })

  test('goes on while its log is not read', async () => {
    const server = await serve(machine)
    for (let at = 0; at < 20; at++) expect((await request(server, '/healthz')).status).toBe(200)
    const lines = (await end(server)).stderr.split('\n').filter((line) => line.startsWith('{'))
    for (const line of lines) expect(JSON.parse(line)).not.toHaveProperty('headers')
  })
})
