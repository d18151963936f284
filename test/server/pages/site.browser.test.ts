import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen } from '../../../src/server/http/listen.ts'
import { once } from '../../../src/system/async/once.ts'
import { axeFindings } from '../../helpers/axe.ts'
import { inBothSchemes, launch, widthsIn, windows } from '../../helpers/browser.ts'
import { keep } from '../../helpers/keep.ts'
import { lacks } from '../../helpers/programs.ts'
import { visitSite } from './browsing.ts'
import { startProxy } from './proxy.ts'
import { startSite } from './visited.ts'

// The pages of a server in a real browser.

describe.skipIf(lacks('chromium'))('in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  const paths = ['/', '/WEB', '/WEB-R1', '/WEB-M1', '/WEB-T1', '/WEB-C1', '/NOPE']

  /** Returns the axe findings and the widths of each page in windows of several widths. Opens a page once for both color schemes. */
  const looks = once(async () => {
    const { url, secrets } = await startSite(12)
    const { page, signIn } = await visitSite(browser, { url, key: secrets.owner })
    await page.goto(`${url}/WEB-R1`)
    const before = await inBothSchemes(page, () => axeFindings(page))
    await signIn()
    const seen = []
    for (const path of paths) {
      await page.goto(`${url}${path}`)
      const look = async () => ({ path, findings: await axeFindings(page), wide: await widthsIn(page) })
      seen.push(await inBothSchemes(page, look))
    }
    return { before, seen }
  })

  test.for(['light', 'dark'] as const)(
    'nothing is wrong with any page for axe, and none scrolls sideways (%s)',
    async (colorScheme) => {
      const { before, seen } = await looks()
      expect(before[colorScheme]).toEqual([])
      expect(seen.map((look) => look[colorScheme])).toEqual(
        paths.map((path) => ({ path, findings: [], wide: windows })),
      )
    },
  )

  test('one gets from the projects to a test, its case and back, without a script', async () => {
    const { url, secrets } = await startSite()
    const { page, open, objections } = await visitSite(browser, { url, key: secrets.reader, javaScriptEnabled: false })
    await open('/')
    await page.getByRole('link', { name: 'WEB-R1' }).click()
    await page.locator('#WEB-T1').getByRole('link', { name: 'open' }).click()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toContain('WEB-T1 case 1')
    await page.getByRole('link', { name: 'WEB-C1' }).click()
    await page.getByRole('link', { name: 'Projects' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Sign in')
    expect(objections.filter((text) => !text.includes('401'))).toEqual([])
  })

  test('who is signed in and follows a link of another site gets there', async () => {
    const { url, secrets } = await startSite()
    const { page, open } = await visitSite(browser, { url, key: secrets.reader })
    await open('/')
    const other = keep(
      await listen(async () => ({
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: `<a href="${url}/WEB-R1">the run</a>`,
      })),
    )
    await page.goto(other.url.replace('127.0.0.1', 'localhost'))
    await page.getByRole('link', { name: 'the run' }).click()
    await page.locator('header.site').waitFor()
    expect(await page.locator('.sentence').innerText()).toBe('1 of 5 failed; 2 still open.')
  })

  test('behind a prefix an owner makes a key, copies it, reads the command for it, and revokes it', async () => {
    const { url, secrets } = await startSite()
    const proxy = await startProxy(url)
    const { page, open, objections } = await visitSite(browser, {
      url: proxy.url,
      key: secrets.owner,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await open('/team/tests/')
    await page.getByRole('link', { name: 'Keys' }).click()
    await page.getByLabel('Name').fill('nightly')
    await page.getByRole('button', { name: 'Create the key' }).click()
    // A script on the page fills it in.
    await expect.poll(() => page.locator('#login').innerText()).toBe(`testctl auth login --url ${proxy.url}/team/tests`)
    await page.getByRole('button', { name: 'Copy the key' }).click()
    await page.getByText('Copied.').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await page.locator('#secret').innerText())
    await page.getByRole('link', { name: 'Back to the keys' }).click()
    await page.getByLabel('Revoke nightly…').click()
    await page.getByRole('button', { name: 'Revoke nightly' }).click()
    expect(await page.getByRole('status').innerText()).toBe('The key nightly is revoked.')
    await page.getByRole('link', { name: 'Projects' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/team/tests/')
    await page.goto(`${proxy.url}/team/tests/settings/keys/nothing`)
    await page.getByRole('link', { name: 'To the keys' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/team/tests/settings/keys')
    expect(objections.filter((text) => !/401|404/.test(text))).toEqual([])
  })

  test('behind a prefix all of it works, signing in included', async () => {
    const { url, secrets } = await startSite()
    const proxy = await startProxy(url)
    const { page, open } = await visitSite(browser, { url: proxy.url, key: secrets.reader })
    await open('/team/tests/WEB-R1')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/team/tests/WEB-R1')
    await page.getByRole('link', { name: 'WEB', exact: true }).click()
    await page.getByRole('link', { name: 'WEB-M1' }).click()
    await expect.poll(() => page.locator('.sentence').innerText()).toContain('Not ready')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Sign in')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/team/tests/')
  })
})
