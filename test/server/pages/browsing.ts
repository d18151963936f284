import type { Browser, BrowserContextOptions } from 'playwright-core'
import { createRunFeed, type RunFeed } from '../../../src/server/pages/run-feed.ts'
import { objectionsTo } from '../../helpers/browser.ts'
import { keep } from '../../helpers/keep.ts'
import { signedIn, startSite } from './visited.ts'

/** A page of a browser that signed in, with what the browser had to object to. */
export const visitSite = async (
  browser: Browser,
  { url, key, ...options }: BrowserContextOptions & { url: string; key: string },
) => {
  const context = keep(await browser.newContext(options))
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const objections = objectionsTo(page)
  /** On the page that asks for the key. */
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

/** The same of a server with a run, where the browser has signed in aside; `asked` is what the page asked for. */
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
