import { type Browser, chromium } from 'playwright-core'
import { pathOf } from './programs.ts'

/** Starts the browser of this machine, without anything that it would ask the network for. */
export const launch = (): Promise<Browser> => {
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']
  return chromium.launch({
    executablePath: pathOf('chromium')!,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', ...quiet],
  })
}
