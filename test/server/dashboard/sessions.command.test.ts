import { describe, expect, test } from 'vitest'
import { openDashboard, tokenIn } from './fixture.ts'
import { hour, openSignedIn, isSignIn } from './signed-in.ts'

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
    expect(browser.cookies.has('testctl-session-here')).toBe(false)
    expect(isSignIn(await copied.get())).toBe(true)
  })

  test('does not end by signing in to another store on the same host, at another port', async () => {
    const { browser } = await openSignedIn()
    const other = await openDashboard({ storeId: 'there' })
    const there = other.browse('localhost:8788')
    // Browsers send a cookie to every port of a host.
    for (const [name, value] of browser.cookies) there.cookies.set(name, value)
    await there.signIn(other.secrets.ana)
    for (const [name, value] of there.cookies) browser.cookies.set(name, value)
    expect([isSignIn(await browser.get()), isSignIn(await there.get())]).toEqual([false, false])
  })

  test('never has a name that somebody else chose, nor one that was used before', async () => {
    const { browse, browser, secrets } = await openSignedIn()
    const planted = 'A'.repeat(43)
    const victim = browse()
    victim.cookies.set('testctl-session-here', planted)
    await victim.signIn(secrets.ana)
    const name = victim.cookies.get('testctl-session-here')
    expect(name).not.toBe(planted)
    expect(name).not.toBe(browser.cookies.get('testctl-session-here'))
    const attacker = browse()
    attacker.cookies.set('testctl-session-here', planted)
    expect(isSignIn(await attacker.get())).toBe(true)
    await victim.submit('/settings/sign-in', { key: secrets.ana, token: tokenIn((await browse().get()).body) })
    expect(victim.cookies.get('testctl-session-here')).toBe(name)
  })

  test('before is ended by signing in again', async () => {
    const { browser, browse, secrets } = await openSignedIn()
    const before = browse()
    before.cookies.set('testctl-session-here', browser.cookies.get('testctl-session-here')!)
    // The sign-in form of another tab, opened before.
    const tab = browse()
    const { body } = await tab.get()
    browser.cookies.set('testctl-visit-here', tab.cookies.get('testctl-visit-here')!)
    const form = { token: tokenIn(body), key: secrets.ana }
    await browser.send('/settings/sign-in', { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' }, form })
    expect(isSignIn(await browser.get())).toBe(false)
    expect(isSignIn(await before.get())).toBe(true)
  })
})
