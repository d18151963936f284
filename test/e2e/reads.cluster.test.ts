import { expect, onTestFinished, test } from 'vitest'
import { examined } from '../doctor/examined.ts'
import { ask as sql, startPair } from '../helpers/standby.ts'
import { signedIn } from '../server/pages/visited.ts'
import { createMachine } from './machine.ts'
import { serve, type Started } from './serving.ts'

// Servers whose reads a standby answers (TESTCTL_STORE_READS). For databases that are not a fit standby see store/postgres/reads-unfit.

/** Starts two servers on a database and its standby, and waits until both have logged that they use the standby. */
const startTwo = async () => {
  const pair = await startPair({ isSync: false })
  const [store, reads] = [`${pair.first.address}/postgres`, `${pair.standby.address}/postgres`]
  const machine = await createMachine({ TESTCTL_URL: '', TESTCTL_STORE: store, TESTCTL_STORE_READS: reads })
  onTestFinished(machine.remove)
  const here = await serve(machine)
  const there = await serve(machine, '', here.key)
  const servers = [here, there]
  await expect.poll(() => servers.every(({ log }) => log().includes('"reads":"standby"'))).toBe(true)
  return { ...pair, machine, here, there, host: new URL(pair.standby.address).host }
}

const ask = async ({ url, key }: Started, path: string, init: RequestInit = {}) => {
  const headers = { 'x-api-key': key, 'content-type': 'application/json', ...init.headers }
  const answer = await fetch(url + path, { ...init, headers })
  return { status: answer.status, text: await answer.text() }
}

const project = { method: 'PUT', body: JSON.stringify({ name: 'Web', identifier: 'WEB', icon: '', color: '' }) }
const changesOf = ({ log }: Started) =>
  log()
    .split('\n')
    .filter((line) => line.includes('"standby"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const readsAtStandby = async (server: Started): Promise<number> =>
  Number(/^testctl_store_reads_total\{server="standby"\} (\d+)$/m.exec((await ask(server, '/metrics')).text)?.[1])

test('what one server wrote, another one shows at once, by API and page, also while the standby stands still', async () => {
  const { standby, here, there, host } = await startTwo()
  expect((await ask(here, '/v1/projects', project)).status).toBe(200)
  expect((await ask(there, '/v1/projects')).text).toContain('WEB')
  await expect.poll(async () => (await ask(there, '/readyz')).text).toBe('ok\n')

  await sql(standby.address, 'select pg_wal_replay_pause()')
  const browser = await signedIn(there.url, there.key)
  await browser.signIn('/')
  const { projects } = JSON.parse((await ask(here, '/v1/projects')).text) as { projects: { id: string }[] }
  const path = `/v1/projects/${projects[0]!.id}`
  expect((await ask(here, path, { method: 'POST', body: '{"name":"Shop"}' })).status).toBe(200)
  expect((await ask(there, '/v1/projects')).text).toContain('Shop')
  expect((await browser.get('/')).body).toContain('Shop')
  expect((await ask(there, '/readyz')).text).toBe('ok\nstandby 1 is not used: it is behind the primary\n')
  for (let at = 0; at < 20; at++) expect((await ask(there, '/v1/projects')).status).toBe(200)
  // On a busy machine the standby may have been late before. Each change is logged once, not each request.
  const changes = changesOf(there)
  expect(changes.length).toBeLessThan(10)
  expect(changes.slice(-2)).toMatchObject([
    { level: 'info', standby: `postgres on ${host}`, reads: 'standby' },
    { level: 'warn', standby: `postgres on ${host}`, reads: 'primary', problem: 'it is behind the primary' },
  ])

  await sql(standby.address, 'select pg_wal_replay_resume()')
  await expect.poll(async () => (await ask(there, '/readyz')).text).toBe('ok\n')
  const before = await readsAtStandby(there)
  await expect
    .poll(async () => [(await ask(there, '/v1/projects')).text.includes('Shop'), await readsAtStandby(there)])
    .toEqual([true, expect.toSatisfy((count: number) => count > before)])
})

test('a key that was revoked at one server is refused by another, also while the standby does not know', async () => {
  const { standby, machine, there } = await startTwo()
  const made = await machine.type('testctl keys create --name ci --json')
  const { key } = JSON.parse(made.stdout) as { key: string }
  const ci = { ...there, key }
  expect((await ask(ci, '/v1/projects')).status).toBe(200)
  await sql(standby.address, 'select pg_wal_replay_pause()')
  expect(await machine.type('testctl keys revoke ci --yes')).toMatchObject({ exitCode: 0 })
  // At once, although the server still has the holder of the key in its cache.
  expect((await ask(ci, '/v1/projects')).status).toBe(401)
})

test('the primary gets the reads of a standby that is gone; log, /readyz and doctor say so, without the password', async () => {
  const { standby, machine, here, host } = await startTwo()
  expect((await examined(machine)).checks['standbys']).toMatchObject({
    status: 'ok',
    message: `postgres on ${host} answers reads`,
  })
  await standby.stop()
  expect((await ask(here, '/v1/projects')).status).toBe(200)
  expect((await ask(here, '/readyz')).text).toBe('ok\nstandby 1 is not used: it cannot be used\n')
  expect(changesOf(here).at(-1)).toMatchObject({
    reads: 'primary',
    error: { message: expect.stringContaining(`the database postgres on ${host} cannot be reached`) },
  })
  const { checks, stderr } = await examined(machine)
  expect(checks['standbys']).toMatchObject({
    status: 'warning',
    message: expect.stringContaining(
      `postgres on ${host} is not used: the database postgres on ${host} cannot be reached`,
    ),
  })
  expect(here.log() + stderr + JSON.stringify(checks)).not.toContain('secret')
})
