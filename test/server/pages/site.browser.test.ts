import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen } from '../../../src/server/http/listen.ts'
import { axeFindings } from '../../helpers/axe.ts'
import { launch } from '../../helpers/browser.ts'
import { keep } from '../../helpers/keep.ts'
import { lacks } from '../../helpers/programs.ts'
import { visitSite } from './browsing.ts'
import { startSite } from './visited.ts'

// The pages of a server as people meet them.

describe.skipIf(lacks('chromium'))('in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  test.for(['light', 'dark'] as const)(
    'nothing is wrong with any page for axe, and none scrolls sideways (%s)',
    async (colorScheme) => {
      const { url, secrets } = await startSite(30)
      const { page, open } = await visitSite(browser, { url, key: secrets.owner, colorScheme })
      await page.goto(`${url}/WEB-R1`)
      expect(await axeFindings(page)).toEqual([])
      await open('/')
      for (const path of ['/', '/WEB', '/WEB-R1', '/WEB-M1', '/WEB-T1', '/WEB-C1', '/NOPE']) {
        await page.goto(`${url}${path}`)
        expect({ path, findings: await axeFindings(page) }).toEqual({ path, findings: [] })
        for (const width of [320, 768, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
        }
      }
    },
  )

  test('one gets from the projects to a test, its case and back, without a script', async () => {
    const { url, secrets } = await startSite()
    const { page, open, objections } = await visitSite(browser, { url, key: secrets.reader, javaScriptEnabled: false })
    await open('/')
    await page.getByRole('link', { name: 'WEB-R1' }).click()
    await page.locator('#WEB-T1').getByRole('link', { name: 'open' }).click()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('WEB-T1 case 1')
    await page.getByRole('link', { name: 'WEB-C1' }).click()
    await page.getByRole('link', { name: 'Projects' }).click()
    expect(new URL(page.url()).pathname).toBe('/')
    await page.getByRole('button', { name: 'Sign out' }).click()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Sign in')
    expect(objections.filter((text) => !text.includes('401'))).toEqual([])
  })

  test('the page of a run that goes on renews itself, and keeps what was opened and typed', async () => {
    const { url, secrets, set } = await startSite()
    const { page, open, objections } = await visitSite(browser, { url, key: secrets.reader })
    await page.clock.install()
    await open('/WEB-R1')
    await page.locator('.fold > summary').click()
    await page.getByLabel('Search').fill('case')
    await set(2, 'failed')
    await page.clock.runFor(6000)
    await page.locator('#WEB-T2.failed').waitFor()
    expect(await page.locator('.sentence').innerText()).toBe('2 of 5 failed; 1 still open.')
    expect(await page.locator('.fold').getAttribute('open')).toBe('')
    await page.getByLabel('Search').fill('WEB-T2')
    expect(await page.locator('.t:visible').evaluateAll((rows) => rows.map(({ id }) => id))).toEqual(['WEB-T2'])
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

  test('behind a prefix all of it works, signing in included', async () => {
    const { url, secrets } = await startSite()
    const proxy = keep(
      await listen(async ({ method, path, query, headers, readBody }) => {
        if (!path.startsWith('/team/tests/')) return { status: 404, headers: {}, body: 'not of this prefix' }
        const inner = `${url}${path.slice('/team/tests'.length)}${query && `?${query}`}`
        const body = await readBody()
        const { host: _, connection: __, 'content-length': ___, ...kept } = headers
        const answer = await fetch(inner, {
          method,
          headers: kept,
          redirect: 'manual',
          ...(body !== undefined && { body }),
        })
        const {
          'content-length': ____,
          'transfer-encoding': _____,
          connection: ______,
          ...own
        } = Object.fromEntries(answer.headers)
        return { status: answer.status, headers: own, body: await answer.text() }
      }),
    )
    const { page, open } = await visitSite(browser, { url: proxy.url, key: secrets.reader })
    await open('/team/tests/WEB-R1')
    expect(new URL(page.url()).pathname).toBe('/team/tests/WEB-R1')
    await page.getByRole('link', { name: 'WEB', exact: true }).click()
    await page.getByRole('link', { name: 'WEB-M1' }).click()
    expect(await page.locator('.sentence').innerText()).toContain('Not ready')
    await page.getByRole('button', { name: 'Sign out' }).click()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Sign in')
    expect(new URL(page.url()).pathname).toBe('/team/tests/')
  })
})
