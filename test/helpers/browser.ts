import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { pathOf } from './programs.ts'

// An import would read its seven megabytes a second time, just to find the exported names. That takes as long as loading it.
const { chromium } = createRequire(import.meta.url)('playwright-core') as typeof import('playwright-core')

/** Starts the browser of this machine, with its own network requests turned off. */
export const launch = (): Promise<Browser> => {
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']
  return chromium.launch({
    executablePath: pathOf('chromium')!,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', ...quiet],
  })
}

/** Calls `look` with a page in light and then in dark colors, and returns both results. The page is not loaded again in between. */
export const inBothSchemes = async <T>(
  page: Page,
  look: (colorScheme: 'light' | 'dark') => Promise<T>,
): Promise<Record<'light' | 'dark', T>> => {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await look('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  return { light, dark: await look('dark') }
}

/** Common window widths, in pixels. */
export const windows: readonly number[] = [320, 768, 1280]

/** Returns how wide a page is in each of these windows. A page that scrolls sideways is wider than its window. */
export const widthsIn = async (page: Page): Promise<number[]> => {
  const wide: number[] = []
  for (const width of windows) {
    await page.setViewportSize({ width, height: 800 })
    wide.push(await page.evaluate<number>('document.documentElement.scrollWidth'))
  }
  return wide
}

/** Returns a list that collects what the browser reports about a page from now on: breaches of its security policy, script errors. */
export const objectionsTo = (page: Page): string[] => {
  const objections: string[] = []
  page.on('console', (message) => {
    // Logged when a click comes before the autofocus of the next page. That is not a fault of the page.
    if (!message.text().startsWith('Autofocus ')) objections.push(message.text())
  })
  page.on('pageerror', (error) => objections.push(error.message))
  return objections
}
