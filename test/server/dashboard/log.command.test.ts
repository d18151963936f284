import { expect, test } from 'vitest'
import { signedIn } from '../pages/visited.ts'
import { startServed } from '../served.ts'

test('the log says who made a key, revoked one, signed in and signed out', async () => {
  const { url, secrets, logged } = await startServed()
  const browser = await signedIn(url, secrets.owner)
  await browser.signIn('/settings/keys')
  const submit = async (path: string, typed: Record<string, string>) => {
    const { body } = await browser.get('/settings/keys')
    const token = /name="token" value="([^"]*)"/.exec(body)?.[1] ?? ''
    return browser.send(path, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token, ...typed }).toString(),
    })
  }
  await submit('/settings/keys', { name: 'canary', role: 'reader', days: '30' })
  const { body } = await browser.get('/settings/keys')
  const [, id = ''] = /name="id" value="([^"]*)"/.exec(body.slice(body.indexOf('canary'))) ?? []
  await submit('/settings/keys/revoke', { id })
  await submit('/settings/sign-out', {})
  await browser.get('/settings/canary')
  await new Promise(setImmediate)
  const { lines, text } = logged()
  expect(lines.filter(({ method }) => method === 'POST')).toMatchObject([
    { route: '/settings/sign-in', status: 303, key: 'the owner' },
    { route: '/settings/keys', status: 200, key: 'the owner' },
    { route: '/settings/keys/revoke', status: 303, key: 'the owner' },
    { route: '/settings/sign-out', status: 303, key: 'the owner' },
  ])
  expect(lines.at(-1)).toMatchObject({ route: '/settings', status: 404 })
  expect(text).not.toMatch(new RegExp(`canary|tctl_|${id}`))
})

test('the log has the name of whoever signs in to the pages, and none for a wrong key', async () => {
  const { url, secrets, logged } = await startServed()
  await (await signedIn(url, 'wrong')).signIn('/')
  await (await signedIn(url, secrets.writer)).signIn('/')
  await new Promise(setImmediate)
  const [wrong, writer] = logged().lines.filter(({ method }) => method === 'POST')
  expect(wrong).toMatchObject({ route: '/settings/sign-in', status: 401 })
  expect(wrong).not.toHaveProperty('key')
  expect(writer).toMatchObject({ route: '/settings/sign-in', status: 303, key: 'the writer' })
})
