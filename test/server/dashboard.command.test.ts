import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { UnavailableError } from '../../src/errors.ts'
import { createDashboard } from '../../src/server/dashboard/index.ts'
import { styleHash } from '../../src/server/dashboard/style.ts'
import { createSecret } from '../../src/service/secret.ts'
import { createBrowser, keysPath, openDashboard, tokenIn } from './dashboard-fixture.ts'

const hour = 3_600_000

/** A dashboard, and ana signed in to it. */
const openSignedIn = async () => {
  const opened = await openDashboard()
  const browser = opened.browse()
  await browser.signIn(opened.secrets.ana)
  return { ...opened, browser }
}

const isSignIn = (page: { body: string }) => page.body.includes('<h1>Sign in</h1>')

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

describe('a session', () => {
  test('ends after eight hours', async () => {
    const { browser, clock } = await openSignedIn()
    clock.time += 8 * hour - 1
    expect(isSignIn(await browser.get())).toBe(false)
    clock.time += 1
    expect(isSignIn(await browser.get())).toBe(true)
  })

  test('ends when its key is revoked, wherever that was', async () => {
    const { browser, keys, make } = await openSignedIn()
    await make('ben')
    await keys.revoke('ana', { evenLast: false })
    expect(isSignIn(await browser.get())).toBe(true)
  })

  test('ends when its key expires', async () => {
    const { browse, clock, keys } = await openDashboard()
    const expiresAt = new Date(clock.time + hour)
    const { secret } = await keys.create({ name: 'ben', role: 'owner', createdBy: 'root', expiresAt })
    const browser = browse()
    await browser.signIn(secret)
    clock.time += hour
    expect(isSignIn(await browser.get())).toBe(true)
  })

  test('ends at signing out, also for whoever copied the cookie', async () => {
    const { browser, browse } = await openSignedIn()
    const copied = browse()
    for (const [name, value] of browser.cookies) copied.cookies.set(name, value)
    expect(isSignIn(await copied.get())).toBe(false)
    expect(isSignIn(await browser.submit('/settings/sign-out', {}))).toBe(true)
    expect(browser.cookies.has('testctl-session')).toBe(false)
    expect(isSignIn(await copied.get())).toBe(true)
  })

  test('never has a name that somebody else chose, nor one that was used before', async () => {
    const { browse, browser, secrets } = await openSignedIn()
    const planted = 'A'.repeat(43)
    const victim = browse()
    victim.cookies.set('testctl-session', planted)
    await victim.signIn(secrets.ana)
    const name = victim.cookies.get('testctl-session')
    expect(name).not.toBe(planted)
    expect(name).not.toBe(browser.cookies.get('testctl-session'))
    const attacker = browse()
    attacker.cookies.set('testctl-session', planted)
    expect(isSignIn(await attacker.get())).toBe(true)
    await victim.submit('/settings/sign-in', { key: secrets.ana, token: tokenIn((await browse().get()).body) })
    expect(victim.cookies.get('testctl-session')).toBe(name)
  })

  test('before is ended by signing in again', async () => {
    const { browser, browse, secrets } = await openSignedIn()
    const before = browse()
    before.cookies.set('testctl-session', browser.cookies.get('testctl-session')!)
    // The sign-in form of another tab, opened before.
    const tab = browse()
    const { body } = await tab.get()
    browser.cookies.set('testctl-visit', tab.cookies.get('testctl-visit')!)
    const form = { token: tokenIn(body), key: secrets.ana }
    await browser.send('/settings/sign-in', { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' }, form })
    expect(isSignIn(await browser.get())).toBe(false)
    expect(isSignIn(await before.get())).toBe(true)
  })
})

describe('the keys', () => {
  test('are made for a name, a role and a time, and shown once', async () => {
    const { browser, keys } = await openSignedIn()
    const page = await browser.submit(keysPath, { name: 'nightly', role: 'reader', days: '30' })
    expect(page.status).toBe(200)
    const [secret = ''] = /tctl_\w{49}/.exec(page.body) ?? []
    expect(await keys.find(secret)).toMatchObject({ name: 'nightly', role: 'reader' })
    const made = (await keys.list()).find(({ name }) => name === 'nightly')
    expect(made).toMatchObject({ createdBy: 'ana', expiresAt: '2026-01-31T00:00:00.000Z' })
    expect((await browser.get()).body).toContain('nightly')
    const shown = browser.seen.filter(({ headers, body }) => (JSON.stringify(headers) + body).includes(secret.slice(9)))
    expect(shown).toEqual([page])
  })

  test('last for ever where that is chosen', async () => {
    const { browser, keys } = await openSignedIn()
    await browser.submit(keysPath, { name: 'nightly', role: 'writer', days: '' })
    expect((await keys.get('nightly')).key).toMatchObject({ expiresAt: null })
  })

  test.for([
    [{ name: 'ci' }, 409, 'there is a key ci already'],
    [{ name: '' }, 400, 'a key needs a name'],
    [{ name: 'a\u0000b' }, 400, 'not seen'],
    [{ name: 'x'.repeat(101) }, 400, '100 characters at most'],
    [{ name: 'x', role: 'admin' }, 400, 'no such role'],
    [{ name: 'x', role: 'toString' }, 400, 'no such role'],
    [{ name: 'x', days: '1e9' }, 400, 'no such time'],
    [{ name: 'x', days: 'constructor' }, 400, 'no such time'],
  ] as const)('are not made of %j', async ([typed, status, said]) => {
    const { browser, keys } = await openSignedIn()
    const page = await browser.submit(keysPath, { role: 'writer', days: '30', ...typed })
    expect(page.status).toBe(status)
    expect(page.body).toContain(said)
    expect(await keys.list()).toHaveLength(2)
  })

  test('that were named like markup are shown as text', async () => {
    const { browser, keys } = await openSignedIn()
    const name = `"><script>alert('1')</script><b a='&amp;`
    const page = await browser.submit(keysPath, { name, role: 'writer', days: '' })
    const again = await browser.submit(keysPath, { name, role: 'writer', days: '' })
    expect(again.status).toBe(409)
    const { id } = (await keys.get(name)).key
    const revoked = await browser.submit('/settings/keys/revoke', { id })
    for (const { body } of [page, again, await browser.get(), revoked]) {
      expect(body).not.toMatch(/<script|<b /)
      expect(body).toContain('&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&lt;b a=&#39;&amp;amp;')
    }
  })

  test('are revoked, and stay in the list', async () => {
    const { browser, keys, secrets } = await openSignedIn()
    const { id } = (await keys.get('ci')).key
    const page = await browser.submit('/settings/keys/revoke', { id })
    expect(page.body).toContain('The key ci is revoked.')
    expect(page.body).toContain('revoked<br />')
    expect((await browser.get()).body).not.toContain('The key ci is revoked.')
    expect(await keys.find(secrets.ci)).toBeUndefined()
    const twice = await browser.submit('/settings/keys/revoke', { id })
    expect(twice.status).toBe(404)
  })

  test('keep the last one of an owner', async () => {
    const { browser, keys, secrets, make } = await openSignedIn()
    const { id } = (await keys.get('ana')).key
    const refused = await browser.submit('/settings/keys/revoke', { id })
    expect(refused.status).toBe(409)
    expect(refused.body).toContain('ana is the last key of an owner')
    expect(await keys.find(secrets.ana)).toBeDefined()
    await make('ben')
    expect(isSignIn(await browser.submit('/settings/keys/revoke', { id }))).toBe(true)
    expect(await keys.find(secrets.ana)).toBeUndefined()
  })
})

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

  test.for(['application/json', 'text/plain', 'multipart/form-data; boundary=x', ''])(
    'of the type %j is none',
    async (type) =>
      expect(await attack({ 'sec-fetch-site': 'same-origin', 'content-type': type })).toEqual(nothing(415)),
  )

  test('that is huge is none', async () =>
    expect(await attack({ 'sec-fetch-site': 'same-origin' }, { name: 'x'.repeat(20_000) })).toEqual(nothing(415)))

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
      expect(page.body).toContain('You are not signed in any more, and nothing was changed.')
    }
    expect((await keys.list()).filter(({ state }) => state === 'valid')).toHaveLength(2)
  })
})

describe('every page', () => {
  test('runs no script, loads nothing, is framed by nobody, and is not kept', async () => {
    const { browser } = await openSignedIn()
    await browser.submit(keysPath, { name: 'x', role: 'reader', days: '' })
    await browser.submit(keysPath, { name: '', role: 'reader', days: '' })
    await browser.get('/settings')
    await browser.get('/settings/nothing')
    await browser.send(keysPath, { method: 'DELETE' })
    await browser.send(keysPath, { method: 'POST' })
    for (const { headers, body } of browser.seen) {
      expect(headers).toMatchObject({
        'content-security-policy': `default-src 'none'; style-src '${styleHash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
      expect(body).not.toMatch(/<script|javascript:|\son\w+=|\sstyle=|<img|<link|https?:/)
      const style = /<style>([^]*)<\/style>/.exec(body)?.[1]
      if (style !== undefined) expect(`sha256-${createHash('sha256').update(style).digest('base64')}`).toBe(styleHash)
    }
    expect(browser.seen.map(({ status }) => status)).toContain(404)
  })

  test('has an address without anything secret in it', async () => {
    const { browser, secrets } = await openSignedIn()
    await browser.submit(keysPath, { name: 'x', role: 'reader', days: '' })
    await browser.submit('/settings/sign-out', {})
    for (const { headers, body } of browser.seen) {
      const targets = [...body.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, target]) => target)
      for (const target of [headers['location'] ?? '/settings', ...targets])
        expect(target).toMatch(/^\/settings[\w/-]*$/)
      expect(JSON.stringify(headers) + body).not.toContain(secrets.ana)
    }
  })

  test.for([
    ['GET', '/settings', 303],
    ['GET', '/settings/', 303],
    ['GET', '/settings/sign-in', 303],
    ['GET', '/settings/keys/revoke', 303],
    ['HEAD', keysPath, 200],
    ['GET', '/settings/keys/', 404],
    ['GET', '/settings/other', 404],
    ['GET', '/settings/toString', 404],
    ['POST', '/settings', 405],
    ['PUT', keysPath, 405],
    ['DELETE', '/settings/keys/revoke', 405],
    ['BREW', keysPath, 405],
  ] as const)('%s %s is answered %i', async ([method, path, status]) => {
    const { browse } = await openDashboard()
    const response = await browse().send(path, { method })
    expect(response.status).toBe(status)
    if (status === 303) expect(response.headers['location']).toBe(keysPath)
    if (status === 405) expect(response.headers['allow']).toMatch(/^GET, HEAD/)
  })

  test('says in general that the store cannot be used; what nobody expected is left to the server', async () => {
    const { keys } = await openDashboard()
    const failing = (error: Error) =>
      createBrowser(createDashboard({ keys: { ...keys, find: () => Promise.reject(error) } })).signIn(createSecret())
    const page = await failing(new UnavailableError('the store /var/lib/secret.db is locked', { status: 503 }))
    expect(page.status).toBe(503)
    expect(page.body).not.toContain('secret.db')
    await expect(failing(new Error('a bug'))).rejects.toThrow('a bug')
  })
})
