import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test as anyTest } from 'vitest'
import { createDatabase } from '../helpers/postgres.ts'
import { freePort } from '../helpers/ports.ts'
import { lacks } from '../helpers/programs.ts'
import { startProxy } from '../helpers/proxy.ts'
import { signedIn } from '../server/pages/visited.ts'
import { clientOf } from './client.ts'
import { createMachine } from './machine.ts'
import { end, serve, type Started } from './serving.ts'

const test = anyTest.skipIf(lacks('haproxy', 'pgbouncer'))

// RELIABILITY 20. For a database that moves see store/postgres/patroni.cluster.test.ts.

/** Starts three servers on one database behind a pooler. `key` is that of their owner. */
const startServers = async () => {
  const machine = await createMachine({ TESTCTL_URL: '' })
  onTestFinished(machine.remove)
  const { address } = await createDatabase()
  const ports = [await freePort(), await freePort(), await freePort()]
  const start = (port: number, key = '') =>
    serve(machine, `--trust-proxy --log-level silent --store ${address} --port ${port}`, key)
  const first = await start(ports[0]!)
  const servers = [first, await start(ports[1]!, first.key), await start(ports[2]!, first.key)] as const
  return { ports, servers, key: first.key, restart: (at: number) => start(ports[at]!, first.key) }
}

const isSignIn = ({ body }: { body: string }): boolean => body.includes('<h1>Sign in</h1>')

test('servers are restarted one after the other: nobody who may ask again sees a failure, and nothing is done twice', async () => {
  const { ports, servers, key, restart } = await startServers()
  const proxy = await startProxy(ports)
  onTestFinished(proxy.remove)
  await proxy.sees(3)
  const api = clientOf(proxy.url, key)
  const { project } = await api.projects.create({ name: 'Web', identifier: 'WEB', icon: '', color: '' })
  const browser = await signedIn(proxy.url, key)
  await browser.signIn('/')

  const seen = { reads: 0, pages: 0 }
  const failed: string[] = []
  const made: string[] = []
  let isEnding = false
  onTestFinished(() => void (isEnding = true))
  const again = async (what: string, work: (at: number) => Promise<unknown>) => {
    for (let at = 0; !isEnding; at++) await work(at).catch((error: unknown) => failed.push(`${what}: ${String(error)}`))
  }
  const load = [
    ...[1, 2, 3, 4].map((writer) =>
      again('a create', async (at) => {
        const name = `W${writer} ${at}`
        await api.cases.create({ projectId: project.id, name, preconditions: '', steps: [] })
        made.push(name)
      }),
    ),
    ...[1, 2].map(() =>
      again('a read', async () => {
        const answer = await fetch(`${proxy.url}/v1/projects`, { headers: { 'x-api-key': key } })
        const text = await answer.text()
        if (!text.includes('WEB')) throw new Error(`${answer.status} ${text}`)
        seen.reads += 1
      }),
    ),
    again('a page', async () => {
      const page = await browser.get('/')
      if (page.status !== 200 || isSignIn(page)) throw new Error(`${page.status} ${page.body}`)
      seen.pages += 1
    }),
  ]
  for (const [at, server] of servers.entries()) {
    const before = made.length + seen.reads
    while (made.length + seen.reads < before + 100) await sleep(10)
    // On a busy machine a drain may cut off a request that takes ten seconds. The client sends it again.
    await end(server)
    await restart(at)
    await proxy.sees(3)
  }
  isEnding = true
  await Promise.all(load)
  expect(failed).toEqual([])
  expect(Math.min(made.length, seen.reads, seen.pages)).toBeGreaterThan(0)
  const stored: string[] = []
  for (let offset = 0; ; offset = stored.length) {
    const { cases } = await api.cases.list({ projectId: project.id, limit: 1000, offset })
    if (cases.length === 0) break
    stored.push(...cases.map(({ name }) => name))
  }
  expect(stored.toSorted()).toEqual(made.toSorted())
})

test('whichever server answers, it knows who is signed in, which request it is, and which key is revoked', async () => {
  const { servers, key } = await startServers()
  const [here, there] = servers
  const ask = (server: Started, path: string, { as = key, ...init }: RequestInit & { as?: string } = {}) =>
    fetch(server.url + path, {
      ...init,
      headers: { 'x-api-key': as, 'content-type': 'application/json', ...init.headers },
    })

  const project = {
    method: 'PUT',
    headers: { 'idempotency-key': 'once' },
    body: JSON.stringify({ name: 'Web', identifier: 'WEB', icon: '', color: '' }),
  }
  const created = await Promise.all([ask(here, '/v1/projects', project), ask(there, '/v1/projects', project)])
  const bodies = await Promise.all(created.map((answer) => answer.text()))
  expect(created.map(({ status }) => status)).toEqual([200, 200])
  expect(bodies[0]).toBe(bodies[1])

  const browser = await signedIn(here.url, key)
  expect((await browser.signIn('/settings/keys')).status).toBe(303)
  const moved = await signedIn(there.url, key)
  for (const [name, value] of browser.cookies) moved.cookies.set(name, value)
  const page = await moved.get('/settings/keys')
  expect(page.body).toContain('<span class="hint">owner</span>')

  const token = /name="token" value="([^"]*)"/.exec(page.body)![1]!
  const form = (fields: Record<string, string>) => ({
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token, ...fields }).toString(),
  })
  const made = await browser.send('/settings/keys', form({ name: 'ci', role: 'writer', days: '30' }))
  const [ci = ''] = /tctl_\w{49}/.exec(made.body) ?? []
  expect((await ask(there, '/v1/projects', { as: ci })).status).toBe(200)
  const ciBrowser = await signedIn(there.url, ci)
  await ciBrowser.signIn('/')
  expect(isSignIn(await ciBrowser.get('/'))).toBe(false)
  const { body } = await browser.get('/settings/keys')
  const ids = [...body.matchAll(/name="id" value="([^"]*)" \/>[^]*?Revoke (\w+)</g)]
  const id = ids.find(([, , name]) => name === 'ci')![1]!
  const revoked = await browser.send('/settings/keys/revoke', form({ id }))
  expect(revoked.headers['location']).toBe(`../../settings/keys?revoked=${id}`)
  expect((await ask(there, '/v1/projects', { as: ci })).status).toBe(401)
  expect(isSignIn(await ciBrowser.get('/'))).toBe(true)
})
