import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen } from '../../../src/server/http/listen.ts'
import { keep } from '../../helpers/keep.ts'
import { launch } from '../../helpers/browser.ts'
import { lacks } from '../../helpers/programs.ts'
import { visit } from './visit.ts'

// Attacks of other sites and of injected scripts that a browser prevents.

describe.skipIf(lacks('chromium'))('in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  test('the page of another site can neither send a form of ours, nor frame a page, nor read one', async () => {
    // This server is registered before the browser, so it is closed after it: an open connection would delay closing.
    const target = { url: '' }
    const evil = keep(
      await listen(async () => ({
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: `<iframe src="${target.url}/settings/keys"></iframe>
        <form method="post" action="${target.url}/settings/keys">
          <input name="name" value="evil"><input name="role" value="owner"><input name="days" value="">
          <button>Win a prize</button></form>`,
      })),
    )
    const { url, page, signIn, keys, secrets, requests } = await visit(browser)
    target.url = url
    await page.goto(`${url}/settings/keys`)
    await signIn(secrets.ana)
    // Another site: for a browser, 127.0.0.1 and localhost are two different sites.
    await page.goto(evil.url.replace('127.0.0.1', 'localhost'))
    await expect.poll(() => page.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/')
    expect(await page.evaluate(`fetch('${url}/settings/keys').then((r) => r.text(), () => 'refused')`)).toBe('refused')
    const before = requests.length
    await page.getByRole('button', { name: 'Win a prize' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').innerText()).toContain('Nothing was changed')
    expect(requests[before]?.headers).toMatchObject({ 'sec-fetch-site': 'cross-site' })
    // The browser did not even send the cookie.
    expect(requests[before]?.headers).not.toHaveProperty('cookie')
    expect(await keys.list()).toHaveLength(2)
  })

  test('the policy stops a script that got in all the same', async () => {
    const { url, page, signIn, objections, secrets } = await visit(browser)
    await page.goto(`${url}/settings/keys`)
    await signIn(secrets.ana)
    const ran = await page.evaluate(`(() => {
      const script = document.createElement('script')
      script.textContent = 'window.ran = true'
      document.body.append(script)
      const image = document.createElement('div')
      image.innerHTML = '<img src="x" onerror="window.ran = true">'
      document.body.append(image)
      return new Promise((resolve) => setTimeout(() => resolve(window.ran ?? false), 200))
    })()`)
    expect(ran).toBe(false)
    expect(objections.some((text) => text.includes('Content Security Policy'))).toBe(true)
    expect(await page.evaluate('document.cookie')).toBe('')
  })
})
