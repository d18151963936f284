import type { Browser, BrowserContextOptions } from 'playwright-core'
import { createRunFeed, type RunFeed } from '../../../src/server/pages/run-feed.ts'
import { objectionsTo } from '../../helpers/browser.ts'
import { keep } from '../../helpers/keep.ts'
import { signedIn, startSite } from './visited.ts'

/** Opens a browser page with functions to sign in. `objections` are the problems that the browser reports. */
export const visitSite = async (
  browser: Browser,
  { url, key, ...options }: BrowserContextOptions & { url: string; key: string },
) => {
  const context = keep(await browser.newContext(options))
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const objections = objectionsTo(page)
  /** Signs in on the page that asks for the key. */
  const signIn = async () => {
    await page.getByLabel('Your key').fill(key)
    await page.keyboard.press('Enter')
    await page.locator('header.site').waitFor()
  }
  const open = async (path: string) => {
    await page.goto(`${url}${path}`)
    await signIn()
  }
  return { page, open, signIn, objections }
}

export type RunOptions = BrowserContextOptions & { tests?: number; feed?: RunFeed }

/** Starts a site with a run and opens a browser page whose session comes from a separate sign-in. `asked` are the page's requests. */
export const visitRun = async (
  browser: Browser,
  { tests = 5, feed = createRunFeed({ every: 20 }), ...options }: RunOptions = {},
) => {
  const site = await startSite(tests, feed)
  const visited = await visitSite(browser, { url: site.url, key: site.secrets.reader, ...options })
  const asked: string[] = []
  visited.page.on('request', (request) => asked.push(request.url().replace(site.url, '')))
  const open = async (path: string) => {
    const { cookies, signIn } = await signedIn(site.url, site.secrets.reader)
    await signIn(path)
    const ours = { url: site.url, httpOnly: true, sameSite: 'Strict' as const }
    await visited.page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, ...ours })))
    await visited.page.goto(`${site.url}${path}`)
    await visited.page.locator('header.site').waitFor()
  }
  return { ...site, ...visited, open, asked }
}
