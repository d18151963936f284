import { describe, expect, test } from 'vitest'
import { createSecret } from '../../../src/service/secret.ts'
import { keysPath, openDashboard, tokenIn } from './fixture.ts'
import { isSignIn } from './signed-in.ts'

describe('signing in', () => {
  test('with the key of an owner shows the keys', async () => {
    const { browse, secrets } = await openDashboard()
    const browser = browse()
    expect(isSignIn(await browser.get())).toBe(true)
    const page = await browser.signIn(` ${secrets.ana}\n`)
    expect(page.status).toBe(200)
    expect(page.body).toContain('<h1>Keys</h1>')
    expect(page.body).toContain('Signed in with the key ana')
    expect(isSignIn(await browser.get())).toBe(false)
  })

  test.for(['', 'x', 'tctl_', createSecret(), `${createSecret()}'"><script>`])('with %j is refused', async (key) => {
    const { browse, keys } = await openDashboard()
    const browser = browse()
    const page = await browser.signIn(key)
    expect(page.status).toBe(401)
    expect(isSignIn(page)).toBe(true)
    expect(page.body).toContain('This is not a valid key.')
    if (key) expect(page.body).not.toContain(`"${key}`)
    expect([...browser.cookies.keys()]).toEqual(['testctl-visit'])
    expect(await keys.list()).toHaveLength(2)
  })

  test('with the key of a writer says that it takes an owner', async () => {
    const { browse, secrets } = await openDashboard()
    const page = await browse().signIn(secrets.ci)
    expect(page.status).toBe(403)
    expect(page.body).toContain('This key is a writer: only an owner manages the keys.')
  })

  test('sets a cookie that no script, no other site and no other path gets', async () => {
    const { browse, secrets } = await openDashboard()
    const browser = browse()
    await browser.signIn(secrets.ana)
    const cookie = browser.seen.map(({ headers }) => headers['set-cookie']).find((one) => one?.includes('session'))
    expect(cookie).toMatch(/^testctl-session=[\w-]{43}; Path=\/settings; Max-Age=28800; HttpOnly; SameSite=Strict$/)
  })

  test.for([
    ['localhost:8787', false, false],
    ['127.0.0.1:8787', false, false],
    ['[::1]:8787', false, false],
    ['localhost:8787', true, true],
    ['tests.example.com', true, true],
    ['tests.example.com', false, true],
    ['localhost.example.com', false, true],
    ['127.0.0.1.example.com', false, true],
  ] as const)('from %s with TLS %s sets a secure cookie: %s', async ([host, encrypted, secure]) => {
    const { dashboard } = await openDashboard()
    const request = { method: 'GET', path: keysPath, query: '', headers: { host }, repeatable: false }
    const cookie = (await dashboard(request, { address: '', encrypted })).headers['set-cookie']
    expect(cookie?.startsWith('__Secure-') && cookie.endsWith('; Secure')).toBe(secure)
  })

  test('where the cookie does not come back says why', async () => {
    const { browse, secrets } = await openDashboard()
    const browser = browse('tests.example.com')
    const { body } = await browser.get()
    browser.cookies.clear()
    const page = await browser.send('/settings/sign-in', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      form: { token: tokenIn(body), key: secrets.ana },
    })
    expect(page.status).toBe(403)
    expect(page.body).toContain('open the page through https')
  })

  test('with five wrong keys makes the sixth wait, and each one longer; other addresses do not', async () => {
    const { browse, clock, secrets } = await openDashboard()
    const browser = browse()
    for (let count = 0; count < 5; count++) expect((await browser.signIn('wrong')).status).toBe(401)
    const waits: number[] = []
    for (let count = 0; count < 12; count++) {
      // Even the right one, or a guess would be told from it.
      const refused = await browser.signIn(secrets.ana)
      expect(refused.status).toBe(429)
      waits.push(Number(refused.headers['retry-after']))
      clock.time += waits.at(-1)! * 1000 - 1
      expect((await browser.signIn('wrong')).status).toBe(429)
      clock.time += 1
      expect((await browser.signIn('wrong')).status).toBe(401)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
    expect((await browse().signIn(secrets.ana, { address: '10.0.0.1' })).status).toBe(200)
    clock.time += 900_000
    expect((await browser.signIn(secrets.ana)).status).toBe(200)
  })

  test('is slowed down for all addresses of one IPv6 network, and counted anew after a right key', async () => {
    const { browse, secrets } = await openDashboard()
    const browser = browse()
    const addresses = ['2001:db8::1', '2001:db8:0:0:1::2', '2001:0db8::3', '2001:db8::4%eth0', '2001:db8::5']
    for (const address of addresses) expect((await browser.signIn('wrong', { address })).status).toBe(401)
    expect((await browser.signIn('wrong', { address: '2001:db8::6' })).status).toBe(429)
    expect((await browser.signIn('wrong', { address: '2001:db8:0:1::6' })).status).toBe(401)
    for (let count = 0; count < 20; count++)
      for (const key of ['wrong', secrets.ana])
        expect((await browse().signIn(key, { address: '10.0.0.1' })).status).not.toBe(429)
  })

  test('with many keys at once gets no further than one after the other', async () => {
    const { browse } = await openDashboard()
    const pages = await Promise.all(Array.from({ length: 30 }, () => browse().signIn('wrong')))
    expect(pages.filter(({ status }) => status === 401)).toHaveLength(5)
  })
})
