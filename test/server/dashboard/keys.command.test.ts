import { describe, expect, test } from 'vitest'
import { keysPath } from './fixture.ts'
import { openSignedIn, isSignIn } from './signed-in.ts'

describe('the keys', () => {
  test('are made for a name, a role and a time, and shown once', async () => {
    const { browser, keys } = await openSignedIn()
    const page = await browser.submit(keysPath, { name: 'nightly', role: 'reader', days: '30' })
    expect(page.status).toBe(200)
    const [secret = ''] = /tctl_\w{49}/.exec(page.body) ?? []
    expect(await keys.find(secret)).toMatchObject({ name: 'nightly', role: 'reader' })
    const made = (await keys.list()).find(({ name }) => name === 'nightly')
    expect(made).toMatchObject({ createdBy: 'ana', expiresAt: '2026-01-31T00:00:00.000Z' })
    expect(page.body).toMatch(/It expires on <time datetime="2026-01-31T00:00:00.000Z">/)
    expect((await browser.get()).body).toContain('nightly')
    const shown = browser.seen.filter(({ headers, body }) => (JSON.stringify(headers) + body).includes(secret.slice(9)))
    expect(shown).toEqual([page])
  })

  test('last for ever where that is chosen', async () => {
    const { browser, keys } = await openSignedIn()
    const page = await browser.submit(keysPath, { name: 'nightly', role: 'writer', days: '' })
    expect(page.body).toContain('It does not expire.')
    expect((await keys.get('nightly')).key).toMatchObject({ expiresAt: null })
  })

  test.for([
    [{ name: 'ci' }, 409, 'there is a key ci already'],
    [{ name: '' }, 400, 'a key needs a name'],
    [{ name: 'a\u0000b' }, 400, 'invisible'],
    [{ name: 'x'.repeat(101) }, 400, '100 characters at most'],
    [{ name: 'x', role: 'admin' }, 400, 'a role and a time from the lists'],
    [{ name: 'x', role: 'toString' }, 400, 'a role and a time from the lists'],
    [{ name: 'x', days: '1e9' }, 400, 'a role and a time from the lists'],
    [{ name: 'x', days: 'constructor' }, 400, 'a role and a time from the lists'],
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
      expect(body).not.toMatch(/<script>alert|<b /)
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
  })

  test('that another tab has revoked are called so by their names, not by an id', async () => {
    const { browser, keys } = await openSignedIn()
    const { id } = (await keys.get('ci')).key
    await browser.submit('/settings/keys/revoke', { id })
    const twice = await browser.submit('/settings/keys/revoke', { id })
    expect(twice.status).toBe(404)
    expect(twice.body).toContain('The key ci is already revoked.')
    expect(twice.body).not.toContain(`there is no key ${id}`)
  })

  test('are called revoked just after it, and no more where the page is opened again later', async () => {
    const { browser, keys, clock } = await openSignedIn()
    const { id } = (await keys.get('ci')).key
    await browser.submit('/settings/keys/revoke', { id })
    const says = async () => (await browser.get(`/settings/keys?revoked=${id}`)).body.includes('The key ci is revoked.')
    expect(await says()).toBe(true)
    clock.time += 60_000
    expect(await says()).toBe(false)
  })

  test('of which many are over are shown with the last hundred of those, which ended last', async () => {
    const { browser, keys, store, clock } = await openSignedIn()
    await browser.submit('/settings/keys/revoke', { id: (await keys.get('ci')).key.id })
    const before = (await browser.get()).body
    expect(before).toContain('ci<br />')
    expect(before).not.toContain('testctl keys list')
    await keys.create({ name: 'late', role: 'reader', createdBy: 'ana', expiresAt: new Date(clock.time + 4000) })
    await store.write(async (queries) => {
      const row = await queries.selectFrom('keys').selectAll().where('name', '=', 'late').executeTakeFirstOrThrow()
      const expires_at = new Date(clock.time + 1000).toISOString()
      const name = (at: number) => `job-${String(at).padStart(3, '0')}`
      for (let at = 0; at < 150; at++)
        await queries
          .insertInto('keys')
          .values({ ...row, id: name(at), hash: name(at), name: name(at), expires_at })
          .execute()
    })
    clock.time += 5000
    await keys.revoke('job-003', { evenLast: false })
    const { body } = await browser.get()
    expect(body.match(/<tr role="row" class="over">/g)).toHaveLength(100)
    expect(body.match(/<tr role="row" class="over">\s*<th[^>]*>[^<]*/)?.[0]).toMatch(/job-003$/)
    expect(body).toContain('late<br />')
    expect(body).toContain('ana<br />')
    expect(body).toMatch(
      /Of the 152 keys that are revoked or expired, the last 100 are shown.*\s.*<code>testctl keys list/,
    )
  })

  test('keep the last one of an owner', async () => {
    const { browser, keys, secrets, make } = await openSignedIn()
    const { id } = (await keys.get('ana')).key
    const refused = await browser.submit('/settings/keys/revoke', { id })
    expect(refused.status).toBe(409)
    expect(refused.body).toContain('ana is the last owner key')
    expect(await keys.find(secrets.ana)).toBeDefined()
    await make('ben')
    expect(isSignIn(await browser.submit('/settings/keys/revoke', { id }))).toBe(true)
    expect(await keys.find(secrets.ana)).toBeUndefined()
  })
})
