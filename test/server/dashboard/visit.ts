import type { Browser, BrowserContextOptions } from 'playwright-core'
import { listen } from '../../../src/server/http/listen.ts'
import { objectionsTo } from '../../helpers/browser.ts'
import { keep } from '../../helpers/keep.ts'
import { openDashboard } from './fixture.ts'

/** Opens a dashboard at a real port and an empty browser page, until the test ends. */
export const visit = async (browser: Browser, options: BrowserContextOptions = {}) => {
  const opened = await openDashboard()
  const requests: { url: string; headers: Readonly<Record<string, string>> }[] = []
  const { url, close } = await listen(async (arrival) => {
    requests.push({ url: arrival.path + arrival.query, headers: arrival.headers })
    return opened.dashboard(arrival, () => undefined)
  })
  keep({ close })
  const context = await browser.newContext(options)
  // Registered after the server, so it is closed first: an open connection would delay the server.
  keep(context)
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const objections = objectionsTo(page)
  const signIn = async (key: string) => {
    await page.getByLabel('Key of an owner').fill(key)
    await page.getByRole('button', { name: 'Sign in' }).click()
    // A click does not always wait for the next page.
    await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor()
  }
  return { ...opened, url, requests, page, objections, signIn }
}
