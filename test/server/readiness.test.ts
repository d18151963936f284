import { expect, test } from 'vitest'
import { createReadiness } from '../../src/server/monitoring/readiness.ts'

test('checks that come together ask the store once, and a later one asks it again', async () => {
  let asked = 0
  const isReady = createReadiness({ checkStore: async () => void (asked += 1), isStopping: () => false })
  await Promise.all([isReady(), isReady(), isReady()])
  expect(asked).toBe(1)
  await isReady()
  expect(asked).toBe(2)
})
