import { describe, expect, test } from 'vitest'
import { signedIn, startSite } from './visited.ts'

const isSignIn = ({ body }: { body: string }) => body.includes('<h1>Sign in</h1>')

describe('whoever is not signed in', () => {
  test.for(['/', '/WEB', '/WEB-R1', '/WEB-T1', '/NOPE-R1', '/no/such/page'])(
    'is asked to at %s, and learns nothing',
    async (path) => {
      const { url } = await startSite(2)
      const browser = await signedIn(url, '')
      const asked = await browser.get(path)
      expect(asked.status).toBe(401)
      expect(isSignIn(asked)).toBe(true)
      expect(asked.body).not.toMatch(/Nightly|case 1|money/)
      expect(asked.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    },
  )

  test('gets back to the page that was asked for', async () => {
    const { url, secrets } = await startSite(2)
    for (const [path, location] of [
      ['/WEB-R1?page=1', '../WEB-R1?page=1'],
      ['/WEB?search=a%20b', '../WEB?search=a%20b'],
      ['/WEB?search=a*b', '../WEB?search=a*b'],
      ['/WEB?x=//evil', '../WEB'],
      ['/web-r1?page=3', '../web-r1?page=3'],
      ['/', '../'],
      ['/no/such', '../'],
      ['/WEB/runs/R1', '../WEB-R1'],
      ['/runs/WEB-R1', '../WEB-R1'],
      ['/projects/WEB', '../WEB'],
    ] as const) {
      const browser = await signedIn(url, secrets.reader)
      expect(await browser.signIn(path)).toMatchObject({ status: 303, headers: { location } })
    }
  })

  test.for(['//evil.example', 'https://evil.example', '/\\evil', 'WEB-R1\r\nx: y', '../settings/keys', 'javascript:x'])(
    'is never led to %j',
    async (back) => {
      const { url, secrets } = await startSite(2)
      const browser = await signedIn(url, secrets.owner)
      const { body } = await browser.get('/WEB')
      const token = /name="token" value="([^"]*)"/.exec(body)?.[1] ?? ''
      const { headers } = await browser.send('/settings/sign-in', {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ token, back, key: secrets.owner }).toString(),
      })
      expect(headers['location']).toBe('../settings/keys')
    },
  )

  test('and comes from another site gets a page that opens itself again', async () => {
    const { url } = await startSite(2)
    const browser = await signedIn(url, '')
    const sent = { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' } }
    expect(await browser.send('/WEB-R1', sent)).toMatchObject({ status: 200, headers: { refresh: '0' } })
  })
})

describe('whoever is signed in', () => {
  test.for(['reader', 'writer', 'owner'] as const)('as a %s reads every page', async (role) => {
    const { url, secrets } = await startSite()
    const browser = await signedIn(url, secrets[role])
    await browser.signIn('/')
    const shown = async (path: string) => (await browser.get(path)).body
    expect(await shown('/')).toContain(
      '<a href="WEB-R1">WEB-R1</a> <bdi>Nightly</bdi>: 2 passed, 1 failed, 1 in progress, 1 untested',
    )
    expect(await shown('/WEB')).toContain('<a href="WEB-M1">WEB-M1</a>')
    expect(await shown('/WEB-R1')).toContain('1 of 5 failed; 2 still open.')
    expect(await shown('/WEB-R1')).toContain('no &lt;b&gt;money&lt;/b&gt;')
    expect(await shown('/WEB-M1')).toContain('Not ready: 1 of 5 failed; 2 still open.')
    expect(await shown('/WEB-T1')).toContain('<a href="WEB-C1">WEB-C1</a>')
    expect(await shown('/WEB-T1')).toContain('Paid')
    expect(await shown('/WEB-T1')).not.toContain('assigned to')
    expect(await shown('/WEB-C1')).toContain('<a href="WEB-T1">WEB-T1</a>')
    expect((await shown('/')).includes('settings/keys')).toBe(role === 'owner')
  })

  test('sees who a test is assigned to', async () => {
    const { url, secrets, api } = await startSite(2)
    const { test: first } = await api.tests.get({ identifier: 'WEB-T1' })
    await api.tests.update({ testId: first.id, assignedTo: 'ben' })
    const browser = await signedIn(url, secrets.reader)
    await browser.signIn('/')
    expect((await browser.get('/WEB-T1')).body).toContain('failed, assigned to <bdi>ben</bdi>')
  })

  test('as a reader sees no keys', async () => {
    const { url, secrets } = await startSite(2)
    const browser = await signedIn(url, secrets.reader)
    await browser.signIn('/')
    const keys = await browser.get('/settings/keys')
    expect(isSignIn(keys)).toBe(true)
    expect(keys.body).not.toContain('the owner')
  })

  test.for([
    ['/WEB-R99', 'There is no WEB-R99'],
    ['/NOPE', 'There is no project NOPE'],
    ['/WEB-R1?page=9', 'There is no page 9 of WEB-R1'],
    ['/?page=2', 'There is no page 2 of the projects'],
    ['/no/such/page', 'There is nothing at this address'],
  ] as const)('gets a page where there is none: %s', async ([path, said]) => {
    const { url, secrets } = await startSite(2)
    const browser = await signedIn(url, secrets.reader)
    await browser.signIn('/')
    const { status, body } = await browser.get(path)
    expect({ status, body }).toEqual({ status: 404, body: expect.stringContaining(said) })
  })

  test.for([
    ['/WEB/runs/R1', '../../WEB-R1'],
    ['/projects/WEB/cases/C2/', '../../../../WEB-C2'],
    ['/runs/WEB-R1', '../WEB-R1'],
    ['/projects/WEB', '../WEB'],
  ] as const)('at an address of another form is shown the way to the page: %s', async ([path, link]) => {
    const { url, secrets } = await startSite(2)
    const browser = await signedIn(url, secrets.reader)
    await browser.signIn('/')
    const { status, body } = await browser.get(path)
    expect(status).toBe(404)
    expect(body).toContain(`Its page is <a href="${link}">${link.replace(/\.\.\//g, '')}</a>.`)
  })

  test('until the key is revoked', async () => {
    const { url, secrets, store } = await startSite(2)
    const browser = await signedIn(url, secrets.reader)
    await browser.signIn('/')
    await store.write((queries) => queries.deleteFrom('keys').where('role', '=', 'reader').execute())
    expect(isSignIn(await browser.get('/WEB-R1'))).toBe(true)
  })

  test('can only read', async () => {
    const { url, secrets } = await startSite(2)
    const browser = await signedIn(url, secrets.owner)
    await browser.signIn('/')
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await browser.send('/WEB-R1', { method })).status).toBe(405)
    // The API does not accept the cookie.
    expect((await browser.send('/v1/projects', { headers: { accept: 'text/html' } })).status).toBe(401)
  })
})

test('a page that is left open asks for a line of counts', async () => {
  const { url, secrets, set } = await startSite()
  const browser = await signedIn(url, secrets.reader)
  expect((await browser.get('/WEB-R1?state')).status).toBe(401)
  await browser.signIn('/')
  expect(await browser.get('/WEB-R1?state')).toMatchObject({
    status: 200,
    body: expect.stringMatching(/^open 5 2 1 1 1 \d+ \d+$/),
  })
  await set(2, 'passed')
  await set(5, 'passed')
  expect((await browser.get('/WEB-R1?state')).body).toMatch(/^over 5 4 1 0 0 \d+ \d+$/)
})

test('a page that is opened in lower case, or with leading zeros, is titled as it is called', async () => {
  const { url, secrets } = await startSite(2)
  const browser = await signedIn(url, secrets.reader)
  await browser.signIn('/')
  for (const [path, name] of [
    ['/web-r1', 'WEB-R1'],
    ['/web-t02', 'WEB-T2'],
  ] as const) {
    const { status, body } = await browser.get(path)
    expect({ status, title: /<title>(\S+)/.exec(body)?.[1] }).toEqual({ status: 200, title: name })
  }
})
