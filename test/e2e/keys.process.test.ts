import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMachine, type Machine, type Running } from './machine.ts'

// Keys from one end to the other: a server, requests like a browser's, and command lines that are processes.

let machine: Machine
let running: Running | undefined
beforeEach(async () => {
  machine = await createMachine({ TESTCTL_URL: '', TESTCTL_STORE: 'file:./team.db' })
})
afterEach(async () => {
  running?.kill('SIGKILL')
  await running
  await machine.remove()
})

/** Starts a server; `said` is all that it printed until it listened. */
const serve = async (): Promise<{ url: string; said: string }> => {
  running = machine.start('testctl serve --port 0 --json')
  let said = ''
  for await (const chunk of running.stdout!) {
    said += String(chunk)
    if (said.includes('}')) break
  }
  return { url: (JSON.parse(said) as { url: string }).url, said }
}

const stop = async (): Promise<string> => {
  running!.kill('SIGTERM')
  const { stderr } = await running!
  return stderr
}

const ask = async (url: string, key: string): Promise<number> =>
  (await fetch(`${url}/v1/projects`, { headers: { 'x-api-key': key } })).status

test('the key that a first start shows opens the dashboard, which makes one that works until it is revoked', async () => {
  const { url, said } = await serve()
  const { key: owner } = JSON.parse(said) as { key: string }
  const home = `${url}/settings/keys`
  const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' }
  const tokenOf = (page: string) => /name="token" value="([^"]*)"/.exec(page)?.[1] ?? ''
  const send = (path: string, cookie: string, fields: Record<string, string>) =>
    fetch(url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...headers, cookie },
      body: new URLSearchParams(fields).toString(),
    })
  const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? ''

  const first = await fetch(home)
  const visit = cookieOf(first)
  const signedIn = await send('/settings/sign-in', visit, { token: tokenOf(await first.text()), key: owner })
  expect(signedIn.status).toBe(303)
  const session = cookieOf(signedIn)
  const token = tokenOf(await (await fetch(home, { headers: { cookie: session } })).text())
  const made = await send('/settings/keys', session, { token, name: 'ci', role: 'reader', days: '30' })
  const [key = ''] = /tctl_\w{49}/.exec(await made.text()) ?? []

  expect(await ask(url, key)).toBe(200)
  const asReader = { env: { TESTCTL_URL: url, TESTCTL_API_KEY: key } }
  expect((await machine.type('testctl projects list', asReader)).exitCode).toBe(0)
  const refused = await machine.type('testctl projects create --name W --identifier WEB', asReader)
  expect(refused).toMatchObject({ exitCode: 4, stdout: '' })
  expect(refused.stderr).toMatch(/the key \w+ is a reader/)

  // Another process revokes the key.
  expect((await machine.type('testctl keys revoke ci --yes')).exitCode).toBe(0)
  const begun = performance.now()
  for (let asked = begun; (await ask(url, key)) !== 401; asked = performance.now()) {
    expect(asked - begun).toBeLessThan(5000)
    await setTimeout(100)
  }

  // A key that is revoked on this server is refused at once, and so is its session.
  await machine.aside('testctl keys create --name second --role owner')
  const { id } = (JSON.parse(await machine.aside('testctl keys list --json')) as { id: string; name: string }[]).find(
    ({ name }) => name === 'owner',
  )!
  expect((await send('/settings/keys/revoke', session, { token, id })).status).toBe(303)
  expect(await ask(url, owner)).toBe(401)
  expect(await (await fetch(home, { headers: { cookie: session } })).text()).toContain('Sign in')

  const log = await stop()
  expect(log).toContain('/settings')
  for (const secret of [owner, key, session.split('=')[1]!, visit.split('=')[1]!, token])
    expect(log).not.toContain(secret.slice(5, 25))
  // The disk has only hashes of the keys.
  for (const content of Object.values(await machine.files()))
    for (const secret of [owner, key]) expect(content).not.toContain(secret.slice(9, 25))
})

test('a second start shows no key', async () => {
  expect((await serve()).said).toContain('tctl_')
  await stop()
  expect((await serve()).said).not.toContain('tctl_')
})
