import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { UnavailableError } from '../../../src/errors.ts'
import { createDashboard } from '../../../src/server/dashboard/index.ts'
import { dashboardStyle } from '../../../src/server/html/style.ts'
import { createSecret } from '../../../src/service/auth/secret.ts'
import { createBrowser, keysPath, leadsTo, openDashboard } from './fixture.ts'
import { openSignedIn } from './signed-in.ts'

describe('every page', () => {
  test('runs no script, loads nothing, is framed by nobody, and is not kept', async () => {
    const { browser } = await openSignedIn()
    await browser.submit(keysPath, { name: '', role: 'reader', days: '' })
    await browser.get('/settings')
    await browser.get('/settings/nothing')
    await browser.send(keysPath, { method: 'DELETE' })
    await browser.send(keysPath, { method: 'POST' })
    for (const { headers, body } of browser.seen) {
      expect(headers).toMatchObject({
        'content-security-policy': `default-src 'none'; style-src ${dashboardStyle.source}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
      expect(body).not.toMatch(/<script|javascript:|\son\w+=|\sstyle=|<img|<link|https?:/)
      const style = /<style>([^]*)<\/style>/.exec(body)?.[1]
      if (style !== undefined)
        expect(`'sha256-${createHash('sha256').update(style).digest('base64')}'`).toBe(dashboardStyle.source)
    }
    expect(browser.seen.map(({ status }) => status)).toContain(404)
  })

  test('runs only the script that copies a new key and names the service, and works without it', async () => {
    const { browser } = await openSignedIn()
    const { headers, body } = await browser.submit(keysPath, { name: 'x', role: 'reader', days: '' })
    const [, script = ''] = /<script>([^]*)<\/script>/.exec(body) ?? []
    expect(headers['content-security-policy']).toContain(
      `; script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'; `,
    )
    expect(body).toContain('id="copy" hidden')
    expect(body).toContain('>testctl auth login</code>')
  })

  test('has an address without anything secret in it', async () => {
    const { browser, secrets } = await openSignedIn()
    await browser.submit(keysPath, { name: 'x', role: 'reader', days: '' })
    await browser.submit('/settings/sign-out', {})
    for (const { headers, body } of browser.seen) {
      const targets = [...body.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, target]) => target)
      for (const target of [headers['location'] ?? './', ...targets])
        expect(target).toMatch(/^(\.\.?\/)+(settings[\w/-]*)?$/)
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
    if (status === 303) expect(leadsTo(path, response)).toBe(keysPath)
    if (status === 405) expect(response.headers['allow']).toMatch(/^GET, HEAD/)
  })

  test('says in general that the store cannot be used; what nobody expected is left to the server', async () => {
    const { deps, keys } = await openDashboard()
    const failing = (error: Error) =>
      createBrowser(createDashboard({ ...deps, keys: { ...keys, find: () => Promise.reject(error) } })).signIn(
        createSecret(),
      )
    const page = await failing(new UnavailableError('the store /var/lib/secret.db is locked', { status: 503 }))
    expect(page.status).toBe(503)
    expect(page.body).not.toContain('secret.db')
    await expect(failing(new Error('a bug'))).rejects.toThrow('a bug')
  })
})
