import { describe, expect, test } from 'vitest'
import { createSecret } from '../../../src/service/auth/secret.ts'
import { startServed } from '../served.ts'
import { keysPath, leadsTo, openDashboard, tokenIn } from './fixture.ts'
import { isSignIn } from './signed-in.ts'

describe('signing in', () => {
  test('with the key of an owner shows the keys', async () => {
    const { browse, secrets } = await openDashboard()
    const browser = browse()
    expect(isSignIn(await browser.get())).toBe(true)
    const page = await browser.signIn(` ${secrets.ana}\n`)
    expect(page.status).toBe(200)
    expect(page.body).toContain('<h1>Keys</h1>')
    expect(page.body).toContain('<span class="hint">ana</span>')
    expect(isSignIn(await browser.get())).toBe(false)
  })

  test.for([
    { what: 'no key', key: '' },
    { what: 'one letter', key: 'x' },
    { what: 'the beginning of a key', key: 'tctl_' },
    { what: 'a key that is not in the store', key: createSecret() },
    { what: 'markup after a key', key: `${createSecret()}'"><script>` },
  ])('with $what is refused', async ({ key }) => {
    const { browse, keys } = await openDashboard()
    const browser = browse()
    const page = await browser.signIn(key)
    expect(page.status).toBe(401)
    expect(isSignIn(page)).toBe(true)
    expect(page.body).toContain('This is not a valid key.')
    if (key) expect(page.body).not.toContain(`"${key}"`)
    expect([...browser.cookies.keys()]).toEqual(['testctl-visit-here'])
    expect(await keys.list()).toHaveLength(2)
  })

  test('with the key of a writer says that it takes an owner', async () => {
    const { browse, secrets } = await openDashboard()
    const page = await browse().signIn(secrets.ci)
    expect(page.status).toBe(403)
    expect(page.body).toContain('This key has the role writer: only an owner can manage keys.')
  })

  test('for the pages with the key of a writer, who opens the keys, says who is signed in', async () => {
    const { browse, secrets } = await openDashboard()
    const browser = browse()
    await browser.submit('/settings/sign-in', { key: secrets.ci, back: 'WEB' })
    const page = await browser.get()
    expect(page.status).toBe(403)
    expect(isSignIn(page)).toBe(true)
    expect(page.body).toContain('You are signed in as ci, with the role writer: only an owner can manage keys.')
    await browser.signIn(secrets.ana)
    expect(isSignIn(await browser.get())).toBe(false)
  })

  // Only a browser that uses plain HTTP from another computer sends neither `Sec-Fetch-Site` nor an `Origin` other than `null`.
  test.for([
    ['192.168.1.5:8787', 'This page was opened without https'],
    ['localhost:8787', 'This form was not sent from a page of this server'],
  ])('at http://%s without a word of where it comes from is refused: %s', async ([host, reason]) => {
    const { browse, secrets } = await openDashboard()
    const browser = browse(host)
    const token = tokenIn((await browser.get()).body)
    const headers = { origin: 'null' }
    const form = { token, key: secrets.ana }
    const { status, body } = await browser.send('/settings/sign-in', { method: 'POST', headers, form })
    expect(status).toBe(403)
    expect(body).toContain(reason)
  })

  test('sets a cookie that no script and no other site gets', async () => {
    const { browse, secrets } = await openDashboard()
    const browser = browse()
    await browser.signIn(secrets.ana)
    const cookie = browser.seen.map(({ headers }) => headers['set-cookie']).find((one) => one?.includes('session'))
    expect(cookie).toMatch(/^testctl-session-here=[\w-]{43}; Max-Age=28800; Path=\/; HttpOnly; SameSite=Strict$/)
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
    const request = { method: 'GET', path: keysPath, query: '', headers: { host } }
    const arrival = {
      ...request,
      id: '',
      address: '',
      encrypted,
      readBody: async () => undefined,
      onOverdue: () => undefined,
      isGone: () => false,
    }
    const cookie = (await dashboard(arrival, () => undefined)).headers['set-cookie']
    expect(cookie?.startsWith('__Secure-') && cookie.includes('; Secure;')).toBe(secure)
  })

  test.for([
    [true, 'https', true],
    [true, 'HTTP, https', true],
    [true, 'https, http', false],
    [true, undefined, false],
    [false, 'https', false],
  ] as const)(
    'with a proxy that is trusted (%s) and says %s sets a secure cookie: %s',
    async ([trustProxy, said, secure]) => {
      const { ask } = await startServed({ trustProxy })
      const headers = { host: 'localhost', ...(said && { 'x-forwarded-proto': said }) }
      const [cookie = ''] = (await ask(keysPath, { key: '', headers })).headers['set-cookie'] ?? []
      expect(cookie).toMatch(secure ? /^__Secure-.*; Secure;/ : /^testctl-visit-(?!.*Secure)/)
    },
  )

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

  test('in a tab that was open for longer than its cookie lasts gives a form that leads to the same page', async () => {
    const { browse, secrets } = await openDashboard()
    const browser = browse()
    const headers = { 'sec-fetch-site': 'same-origin' }
    const { body } = await browser.get()
    browser.cookies.clear()
    const send = (page: string) =>
      browser.send('/settings/sign-in', {
        method: 'POST',
        headers,
        form: { token: tokenIn(page), key: secrets.ci, back: 'WEB-R7' },
      })
    const page = await send(body)
    expect(page.body).toContain('Try again.')
    expect(page.body).toContain('name="back" value="WEB-R7"')
    expect(leadsTo('/settings/sign-in', await send(page.body))).toBe('/WEB-R7')
  })
})
