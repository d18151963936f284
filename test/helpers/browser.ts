import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { pathOf } from './programs.ts'

// An import reads its seven megabytes another time, only to find the names that it exports: as long as it takes to load them.
const { chromium } = createRequire(import.meta.url)('playwright-core') as typeof import('playwright-core')

/** Starts the browser of this machine, without anything that it would ask the network for. */
export const launch = (): Promise<Browser> => {
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']
  return chromium.launch({
    executablePath: pathOf('chromium')!,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', ...quiet],
  })
}

/** What is seen of a page in light and in dark colors. The page stays as it is, and takes on the others. */
export const inBothSchemes = async <T>(
  page: Page,
  look: (colorScheme: 'light' | 'dark') => Promise<T>,
): Promise<Record<'light' | 'dark', T>> => {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await look('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  return { light, dark: await look('dark') }
}

/** The windows that people have, by their width. */
export const windows: readonly number[] = [320, 768, 1280]

/** How wide a page is in each of these windows: wider than the window where it scrolls sideways. */
export const widthsIn = async (page: Page): Promise<number[]> => {
  const wide: number[] = []
  for (const width of windows) {
    await page.setViewportSize({ width, height: 800 })
    wide.push(await page.evaluate<number>('document.documentElement.scrollWidth'))
  }
  return wide
}

/** What the browser objects to in a page, from now on: a breach of the content security policy, say, or an error of a script. */
export const objectionsTo = (page: Page): string[] => {
  const objections: string[] = []
  page.on('console', (message) => {
    // A click that is quicker than the focus of the next page is no fault of the page.
    if (!message.text().startsWith('Autofocus ')) objections.push(message.text())
  })
  page.on('pageerror', (error) => objections.push(error.message))
  return objections
}
