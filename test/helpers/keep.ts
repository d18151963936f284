import { onTestFinished } from 'vitest'

/** Closes something when the test that it was opened for is over, the last first. */
export const keep = <T extends { close: () => Promise<unknown> }>(one: T): T => {
  onTestFinished(async () => {
    await one.close()
  })
  return one
}
