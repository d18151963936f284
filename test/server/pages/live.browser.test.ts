import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRunFeed } from '../../../src/server/pages/run-feed.ts'
import { launch } from '../../helpers/browser.ts'
import { lacks } from '../../helpers/programs.ts'
import { type RunOptions, visitRun } from './browsing.ts'

// The page of an open run, left open in a browser while results come in.

describe.skipIf(lacks('chromium'))('in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  const openRun = (options: RunOptions = {}) => visitRun(browser, options)

  test('the page of a run that goes on renews itself, and keeps what was opened and typed', async () => {
    const { page, open, set, asked, objections } = await openRun()
    await open('/WEB-R1')
    await page.locator('.fold > summary').click()
    await page.getByLabel('Search').fill('case')
    await set(2, 'failed')
    await page.locator('#WEB-T2.failed').waitFor()
    expect(await page.locator('.sentence').innerText()).toBe('2 of 5 failed; 1 still open.')
    expect(await page.locator('.fold').getAttribute('open')).toBe('')
    await page.getByLabel('Search').fill('WEB-T2')
    expect(await page.locator('.t:visible').evaluateAll((rows) => rows.map(({ id }) => id))).toEqual(['WEB-T2'])
    await set(5, 'passed')
    await page.getByText('2 of 5 failed.').waitFor()
    expect(asked.filter((path) => path.endsWith('?state'))).toEqual([])
    expect(asked.filter((path) => path.endsWith('?events'))).toHaveLength(1)
    expect(objections.filter((text) => !text.includes('401'))).toEqual([])
  })

  test('what can be chosen is what the renewed page has, and what was chosen stays', async () => {
    const { page, open, set, api } = await openRun()
    await open('/WEB-R1')
    const offered = (name: string) => page.getByLabel(name, { exact: true }).locator('option').allInnerTexts()
    await page.getByLabel('Result', { exact: true }).selectOption('inProgress')
    await set(5, 'passed')
    const { test: assigned } = await api.tests.get({ identifier: 'WEB-T3' })
    await api.tests.update({ testId: assigned.id, assignedTo: 'ana' })
    await set(2, 'failed')
    await page.locator('#WEB-T2.failed').waitFor({ state: 'attached' })
    expect(await offered('Person')).toEqual(['all', 'ana'])
    expect(await offered('Result')).toEqual(['all', 'failed', 'in progress', 'passed'])
    expect(await page.getByLabel('Result', { exact: true }).inputValue()).toBe('inProgress')
    expect(await page.locator('#find output').innerText()).toBe('0 of 5 tests')
  })

  test('a run of many tests renews the page of the list that is open', async () => {
    const { page, open, set } = await openRun({ tests: 2001 })
    await open('/WEB-R1?page=2')
    // Its failed test is on page 1.
    expect(await page.locator('.counts .failed').innerText()).toContain('1 failed')
    expect(await page.locator('.counts .failed a').count()).toBe(0)
    await page.getByLabel('Search').fill('T600')
    expect(await page.locator('#find output').innerText()).toBe('1 of 500 tests on this page')
    await set(600, 'failed')
    await page.locator('#WEB-T600.failed').waitFor()
    expect(await page.locator('.sentence').innerText()).toBe('2 of 2001 failed; 1982 still open.')
  })

  test('where no events come through, it asks every few seconds', async () => {
    const { page, open, set, asked } = await openRun({ feed: createRunFeed({ most: 0 }) })
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(1000)
    await open('/WEB-R1')
    await expect.poll(() => asked.filter((path) => path.endsWith('?state'))).toHaveLength(1)
    await set(2, 'failed')
    await page.clock.runFor(6000)
    await page.locator('#WEB-T2.failed').waitFor()
  })

  test('a service that does not answer any more is told, and since when', async () => {
    const { page, open, stop } = await openRun()
    await page.clock.install({ time: 0 })
    // A clock that is not paused would also run by itself, so that a busy machine would count fewer seconds.
    await page.clock.pauseAt(1000)
    await open('/WEB-R1')
    const told = page.getByRole('status').filter({ hasText: 'The service does not answer.' })
    expect(await told.count()).toBe(0)
    await stop()
    let seconds = 0
    await expect
      .poll(async () => {
        await page.clock.runFor(1000)
        seconds++
        return told.allInnerTexts()
      })
      .toEqual([
        expect.stringMatching(/^The service does not answer. This is what it held at \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/),
      ])
    // A page reconnects up to six seconds after its connection has ended; it must not complain before.
    expect(seconds).toBeGreaterThanOrEqual(8)
  })

  test('once it answers again, that is told no more, and the page holds what came meanwhile', async () => {
    const { page, open, set } = await openRun({ feed: createRunFeed({ most: 0 }) })
    await page.clock.install()
    await open('/WEB-R1')
    const away = page.locator('#away')
    await page.route('**/WEB-R1?state', (route) => route.abort())
    await page.clock.runFor(12_000)
    await expect.poll(() => away.innerText()).toContain('does not answer')
    await set(2, 'failed')
    await page.unroute('**/WEB-R1?state')
    await page.clock.runFor(6000)
    await page.locator('#WEB-T2.failed').waitFor()
    expect(await away.innerText()).toBe('')
  })

  test('where nothing is heard of a server for a while, it is asked', async () => {
    const { page, open, set, asked } = await openRun({ feed: createRunFeed({ every: 20, rest: 3_600_000 }) })
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(1000)
    await open('/WEB-R1')
    const count = (end: string) => asked.filter((path) => path.endsWith(end)).length
    // If the page renews itself, the event has arrived.
    await set(2, 'failed')
    await page.locator('#WEB-T2.failed').waitFor()
    await page.clock.runFor(41_000)
    await expect.poll(() => count('?state')).toBe(1)
    // Events came through before, so the page listens to them again, for example after the computer slept.
    await expect.poll(() => count('?events')).toBe(2)
    await set(3, 'failed')
    await page.locator('#WEB-T3.failed').waitFor()
    await page.clock.runFor(30_000)
    expect([count('?state'), count('?events')]).toEqual([1, 2])
  })

  test('whoever is not signed in any more is asked to, and gets back', async () => {
    const { page, open, store, secrets } = await openRun({ feed: createRunFeed({ every: 20, rest: 20 }) })
    await open('/WEB-R1')
    await store.write((queries) => queries.deleteFrom('keys').where('role', '=', 'reader').execute())
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByLabel('Your key').fill(secrets.writer)
    await page.keyboard.press('Enter')
    await page.locator('header.site').waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/WEB-R1')
  })

  test('without a script it is read anew while the run goes on, and not after', async () => {
    const { page, open, set, url } = await openRun({ javaScriptEnabled: false })
    await open('/WEB-R1')
    const refreshes = () => page.locator('meta[http-equiv=refresh]').count()
    expect(await refreshes()).toBe(1)
    await set(2, 'passed')
    await set(5, 'passed')
    await page.goto(`${url}/WEB-R1`)
    expect(await refreshes()).toBe(0)
  })
})
