import type { Browser, BrowserContextOptions } from 'playwright-core'
import { keep } from '../../helpers/keep.ts'

/** A page of a browser that signed in, with what the browser had to object to. */
export const visitSite = async (
  browser: Browser,
  { url, key, ...options }: BrowserContextOptions & { url: string; key: string },
) => {
  const context = keep(await browser.newContext(options))
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const objections: string[] = []
  page.on('console', (message) => objections.push(message.text()))
  page.on('pageerror', (error) => objections.push(error.message))
  const open = async (path: string) => {
    await page.goto(`${url}${path}`)
    await page.getByLabel('Your key').fill(key)
    await page.keyboard.press('Enter')
    await page.locator('header.site').waitFor()
  }
  return { page, open, objections }
}
