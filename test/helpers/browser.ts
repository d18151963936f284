import { type Browser, chromium, type Page } from 'playwright-core'
import { pathOf } from './programs.ts'

/** Starts the browser of this machine, without anything that it would ask the network for. */
export const launch = (): Promise<Browser> => {
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']
  return chromium.launch({
    executablePath: pathOf('chromium')!,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', ...quiet],
  })
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
