import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch } from '../../helpers/browser.ts'
import { lacks } from '../../helpers/programs.ts'
import { visitRun } from './browsing.ts'

// The page of an open run renews itself, and keeps what its reader does: focus, opened parts, selection.

describe.skipIf(lacks('chromium'))('in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  const openRun = async () => {
    const run = await visitRun(browser)
    await run.open('/WEB-R1')
    return run
  }

  const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent')
  const opened = (page: Page) =>
    page.locator('details[open]').evaluateAll((all) => all.map((one) => one.parentElement!.id || one.className))

  test.each(['.counts .passed a', '.fold > summary', '#WEB-T1 .body a[href=WEB-C1]', '#WEB-T2 a'])(
    'the focus stays at %s',
    async (place) => {
      const { page, set } = await openRun()
      await page.locator(place).focus()
      const before = await focused(page)
      expect(before).not.toBe('')
      await set(5, 'failed')
      await page.locator('#WEB-T5.failed').waitFor()
      expect(await focused(page)).toBe(before)
    },
  )

  test('the focus goes to the fold that a test went into', async () => {
    const { page, set } = await openRun()
    await page.locator('#WEB-T2 a').focus()
    await set(2, 'passed')
    await page.locator('#WEB-T2.passed').waitFor({ state: 'attached' })
    expect(await focused(page)).toBe('Show 3 tests')
  })

  test('a failed test that was closed stays closed, and one that fails now is open', async () => {
    const { page, set } = await openRun()
    expect(await opened(page)).toEqual(['WEB-T1'])
    await page.locator('#WEB-T1 summary').click()
    await page.locator('.fold > summary').click()
    await set(2, 'failed')
    await page.locator('#WEB-T2.failed').waitFor()
    expect(await opened(page)).toEqual(['WEB-T2', 'fold'])
  })

  test('what a search opened is closed with it', async () => {
    const { page, set } = await openRun()
    await page.getByLabel('Search').fill('case 3')
    expect(await opened(page)).toContain('fold')
    await set(2, 'failed')
    await page.locator('#WEB-T2.failed').waitFor({ state: 'attached' })
    await page.getByLabel('Search').fill('')
    expect(await opened(page)).not.toContain('fold')
  })

  test('text that is selected can be copied: the page renews itself afterwards', async () => {
    const { page, set, asked } = await openRun()
    const renewals = () => asked.filter((path) => path === '/WEB-R1').length
    await page.locator('#WEB-T1 figure pre').selectText()
    const before = renewals()
    // A second listener to the same events as the page.
    await page.evaluate(`new Promise(listening => {
      const source = new EventSource('WEB-R1?events')
      source.onmessage = () => { source.onmessage = () => { window.heard = true }; listening() }
    })`)
    await set(2, 'failed')
    await expect.poll(() => page.evaluate('window.heard')).toBe(true)
    expect(renewals()).toBe(before)
    expect(await page.evaluate('getSelection().toString().trim()')).toBe('no <b>money</b>')
    await page.evaluate('getSelection().removeAllRanges()')
    await page.locator('#WEB-T2.failed').waitFor()
  })

  test('the title of the tab follows the name of the run', async () => {
    const { page, api } = await openRun()
    const { testRun } = await api.runs.get({ identifier: 'WEB-R1' })
    await api.runs.update({ testRunId: testRun.id, name: 'Weekly' })
    await page.getByRole('heading', { name: 'Weekly' }).waitFor()
    expect(await page.title()).toBe('WEB-R1 Weekly · testctl')
  })
})
