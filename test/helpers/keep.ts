import { onTestFinished } from 'vitest'

/** Closes something when the current test is over. Several are closed in reverse order. */
export const keep = <T extends { close: () => Promise<unknown> }>(one: T): T => {
  onTestFinished(async () => {
    await one.close()
  })
  return one
}
