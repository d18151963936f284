import { describe, expect, test } from 'vitest'
import { keysPath, tokenIn } from './fixture.ts'
import { hour, openSignedIn, isSignIn } from './signed-in.ts'

describe('a form', () => {
  const attack = async (headers: Record<string, string>, typed: Record<string, string> = {}) => {
    const opened = await openSignedIn()
    const { id } = (await opened.keys.get('ci')).key
    const token = tokenIn((await opened.browser.get()).body)
    const responses = []
    for (const [path, form] of Object.entries({
      '/settings/keys': { name: 'evil', role: 'owner', days: '' },
      '/settings/keys/revoke': { id },
      '/settings/sign-out': {},
      '/settings/sign-in': { key: opened.secrets.ana },
    }))
      responses.push(
        await opened.browser.send(path, { method: 'POST', headers, form: { token, ...form, ...typed } as never }),
      )
    const stillThere = !isSignIn(await opened.browser.get())
    const names = (await opened.keys.list()).filter(({ state }) => state === 'valid').map(({ name }) => name)
    return { statuses: responses.map(({ status }) => status), stillThere, names: names.sort() }
  }
  const nothing = (status: number) => ({
    statuses: [status, status, status, status],
    stillThere: true,
    names: ['ana', 'ci'],
  })

  test.for([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:8787' },
    { origin: 'https://evil.example.com' },
    { origin: 'http://localhost' },
    { origin: 'http://localhost:8788' },
    { origin: 'null' },
    { origin: '' },
    {},
  ])('of another site does nothing, even with the right token: %j', async (headers) =>
    expect(await attack(headers as Record<string, string>)).toEqual(nothing(403)),
  )

  test.for(['', 'x', 'A'.repeat(43), '\0'])('with the token %j does nothing', async (token) =>
    expect(await attack({ 'sec-fetch-site': 'same-origin' }, { token })).toEqual(nothing(403)),
  )

  test('with the token of another session does nothing', async () => {
    const { browser, keys, make, browse } = await openSignedIn()
    const other = browse()
    await other.signIn(await make('ben'))
    const token = tokenIn((await other.get()).body)
    const refused = await browser.submit(keysPath, { token, name: 'evil', role: 'owner', days: '' })
    expect(refused.status).toBe(403)
    expect(await keys.list()).toHaveLength(3)
  })

  test('of a browser that knows no Sec-Fetch-Site is taken from our origin', async () => {
    const { browser, keys } = await openSignedIn()
    const token = tokenIn((await browser.get()).body)
    const form = { token, name: 'old', role: 'reader', days: '' }
    const sent = { method: 'POST', headers: { origin: 'http://localhost:8787' }, form }
    expect((await browser.send(keysPath, sent)).status).toBe(200)
    expect(await keys.list()).toHaveLength(3)
  })

  test.for([
    { host: 'LocalHost:8787', origin: 'http://localhost:8787' },
    { host: 'localhost:80', origin: 'http://localhost' },
    { host: 'localhost:443', origin: 'https://localhost' },
  ])('from our origin is taken, whatever form its host has: %j', async (headers) => {
    const { browser, keys } = await openSignedIn()
    const token = tokenIn((await browser.get()).body)
    const form = { token, name: 'new', role: 'reader', days: '' }
    expect((await browser.send(keysPath, { method: 'POST', headers, form })).status).toBe(200)
    expect(await keys.list()).toHaveLength(3)
  })

  test.for(['application/json', 'text/plain', 'multipart/form-data; boundary=x', ''])(
    'of the type %j is none',
    async (type) =>
      expect(await attack({ 'sec-fetch-site': 'same-origin', 'content-type': type })).toEqual(nothing(415)),
  )

  test('that is huge is none', async () =>
    expect(await attack({ 'sec-fetch-site': 'same-origin' }, { name: 'x'.repeat(20_000) })).toEqual(nothing(413)))

  test('of somebody who is not signed in any more changes nothing, and says so', async () => {
    const { browser, clock, keys } = await openSignedIn()
    const token = tokenIn((await browser.get()).body)
    clock.time += 8 * hour
    for (const path of [keysPath, '/settings/keys/revoke']) {
      const page = await browser.send(path, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin' },
        form: { token, name: 'late', role: 'owner', days: '', id: 'ci' },
      })
      expect(page.status).toBe(401)
      expect(page.body).toContain('You are no longer signed in. Nothing was changed.')
    }
    expect((await keys.list()).filter(({ state }) => state === 'valid')).toHaveLength(2)
  })
})
