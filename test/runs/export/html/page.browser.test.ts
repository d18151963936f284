import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen } from '../../../../src/server/http/listen.ts'
import { toHtml } from '../../../../src/runs/export/html/index.ts'
import { reportOfRun } from '../../../../src/runs/report/run-report.ts'
import { once } from '../../../../src/system/async/once.ts'
import { axeFindings } from '../../../helpers/axe.ts'
import { inBothSchemes, launch, widthsIn, windows } from '../../../helpers/browser.ts'
import { keep } from '../../../helpers/keep.ts'
import { lacks } from '../../../helpers/programs.ts'
import { runWith } from '../../report/reported.ts'
import { brokenIdentifiers, openReport, sample } from './opened.ts'

// A report as people open it: from a disk or a Jenkins artifact, with and without scripts.

describe.skipIf(lacks('chromium'))('a report in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  test('is searched and filtered as one types, and says how many it shows', async () => {
    const { page, shown, objections } = await openReport(browser, sample())
    expect(await shown()).toEqual(['WEB-T1', 'WEB-T2', 'WEB-T3', 'WEB-T4'])
    await page.keyboard.type('/')
    await page.keyboard.type('MÓNEY')
    expect(await shown()).toEqual(['WEB-T2'])
    await page.getByLabel('Search').fill('searches 59')
    expect(await shown()).toEqual(['WEB-T59', 'WEB-T64'])
    expect(await page.getByRole('status').innerText()).toBe('2 of 64 tests')
    await page.keyboard.press('Escape')
    expect(await shown()).toEqual(['WEB-T1', 'WEB-T2', 'WEB-T3', 'WEB-T4'])
    await page.getByLabel('Person').selectOption('ana')
    expect(await shown()).toEqual(['WEB-T1', 'WEB-T3'])
    await page.getByLabel('Result', { exact: true }).selectOption('failed')
    expect(await shown()).toEqual(['WEB-T1'])
    await page.getByLabel('Person').selectOption('')
    await page.getByLabel('Section').selectOption('Shop')
    expect(await shown()).toEqual(['WEB-T2'])
    expect(objections).toEqual([])
  })

  test('writes a comment in Arabic from right to left', async () => {
    const { page } = await openReport(
      browser,
      reportOfRun(runWith([{ result: 'failed', comments: ['1. مرحبا\nHello'] }])),
    )
    const leftOf = (sign: string) =>
      page.evaluate<number>(`(() => {
        const text = document.querySelector('pre').firstChild
        const range = new Range()
        range.setStart(text, text.data.indexOf('${sign}'))
        range.setEnd(text, text.data.indexOf('${sign}') + 1)
        return range.getBoundingClientRect().left
      })()`)
    expect(await leftOf('1')).toBeGreaterThan(await leftOf('م'))
    expect(await leftOf('H')).toBeLessThan(await leftOf('o'))
  })

  test('is searched for what people wrote, not for times and words of the page', async () => {
    const { page, shown } = await openReport(browser, sample())
    const found = async (words: string) => {
      await page.getByLabel('Search').fill(words)
      return shown()
    }
    for (const words of ['2026', 'utc', 'steps', 'comment by']) expect(await found(words), words).toEqual([])
    expect(await found('open')).toEqual(['WEB-T1'])
    expect(await found('pay.js')).toEqual(['WEB-T1'])
    expect(await found('ana')).toEqual(['WEB-T1', 'WEB-T3'])
    expect(await found('web-t2')).toContain('WEB-T2')
  })

  test('is walked through with j and k', async () => {
    const { page } = await openReport(browser, sample())
    const focused = () => page.evaluate<string>(`document.activeElement.closest('.t')?.id ?? ''`)
    await page.keyboard.press('j')
    expect(await focused()).toBe('WEB-T1')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    expect(await focused()).toBe('WEB-T3')
    await page.keyboard.press('k')
    expect(await focused()).toBe('WEB-T2')
    await page.keyboard.press('Enter')
    expect(await page.locator('#WEB-T2 details').getAttribute('open')).toBe(null)
  })

  test.for([true, false])('opens at the test that its address names (script: %j)', async (javaScriptEnabled) => {
    const { page, url } = await openReport(browser, sample(), { javaScriptEnabled })
    await page.goto('about:blank')
    await page.goto(`${url}#WEB-T50`)
    await page.locator('#WEB-T50').waitFor({ state: 'visible' })
    expect(await page.locator('#WEB-T50').innerText()).toContain('searches for 45')
  })

  test('is read whole without a script, where the search does not show', async () => {
    const { page, shown } = await openReport(browser, sample(), { javaScriptEnabled: false })
    expect(await page.locator('#find').isVisible()).toBe(false)
    await page.getByText('Show 60 tests').click()
    expect(await shown()).toHaveLength(64)
    expect(await page.locator('#WEB-T1').innerText()).toContain('expected 1, got 2')
  })

  test('is read whole under the policy of Jenkins, which forbids its style and its script', async () => {
    const body = toHtml(sample()).join('')
    const { url, close } = await listen(async () => ({
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "sandbox allow-same-origin; default-src 'none'; img-src 'self'; style-src 'self';",
      },
      body,
    }))
    keep({ close })
    const page = await keep(await browser.newContext()).newPage()
    await page.goto(url)
    expect(await page.locator('.sentence').innerText()).toBe(
      '2 of 64 failed; 1 of them new since WEB-R6; 2 still open.',
    )
    await page.getByText('Show 60 tests').click()
    expect(await page.locator('#WEB-T50').isVisible()).toBe(true)
    expect(await page.locator('svg.bar rect').first().getAttribute('fill')).toBe('#2da44e')
    expect(await page.locator('#WEB-T1').innerText()).toContain('✗')
  })

  /** Returns the axe findings and the widths of the report in windows of several widths, for both color schemes of one page. */
  const looks = once(async () => {
    const { page } = await openReport(browser, sample(8))
    await page.locator('.fold > summary').click()
    return inBothSchemes(page, async () => ({ findings: await axeFindings(page), wide: await widthsIn(page) }))
  })

  test.for(['light', 'dark'] as const)(
    'has nothing that axe finds, and does not scroll sideways (%s)',
    async (colorScheme) => {
      expect((await looks())[colorScheme]).toEqual({ findings: [], wide: windows })
    },
  )

  test('breaks no identifier at its hyphen', async () => {
    // In a frame, which can be resized much faster than a page. The report has identifiers and names with one and with two digits.
    const body = toHtml(sample(12)).join('')
    const frame = '<!doctype html><iframe src="report" style="height: 800px"></iframe>'
    const headers = { 'content-type': 'text/html; charset=utf-8' }
    const { url, close } = await listen(async ({ path }) => ({
      status: 200,
      headers,
      body: path === '/report' ? body : frame,
    }))
    keep({ close })
    const page = await keep(await browser.newContext()).newPage()
    await page.goto(url)
    const report = page.frames()[1]!
    await report.locator('.fold > summary').click()
    const widths = Array.from({ length: 90 }, (_, at) => 240 + 2 * at)
    const seen = await report.evaluate(`${JSON.stringify(widths)}.map((width) => {
      frameElement.style.width = width + 'px'
      return { width: innerWidth, broken: ${brokenIdentifiers} }
    })`)
    expect(seen).toEqual(widths.map((width) => ({ width, broken: [] })))
  })

  test('is printed with every failure open, and without its controls', async () => {
    const { page } = await openReport(browser, sample())
    await page.locator('#WEB-T1 summary').click()
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('#find').isVisible()).toBe(false)
    expect(await page.locator('#WEB-T1 pre').first().isVisible()).toBe(true)
  })

  test('of 10,000 tests takes three megabytes at most, and is searched', async () => {
    const report = sample(10_000)
    expect(Buffer.byteLength(toHtml(report).join(''))).toBeLessThan(3_000_000)
    const { page, shown } = await openReport(browser, report)
    await page.getByLabel('Search').fill('searches for 9999')
    expect(await shown()).toEqual(['WEB-T9999', 'WEB-T10004'])
  })
})
