import { expect, onTestFinished, test, vi } from 'vitest'
import type { ApiKey } from '../../src/service/auth/keys.ts'
import { createStore } from '../helpers/postgres.ts'
import { createWorld } from '../helpers/world.ts'

const hour = 3_600_000

test('a computer whose clock is a day ahead gives a key the lifetime that was asked for, and shows ages by the clock of the store', async () => {
  const database = await createStore()
  const world = await createWorld({ TESTCTL_STORE: database.address })
  onTestFinished(world.remove)
  vi.setSystemTime(Date.now() + 24 * hour)
  onTestFinished(() => void vi.useRealTimers())
  for (const lifetime of ['12h', '2d']) {
    const { stdout } = await world.type(`testctl keys create --name for-${lifetime} --expires ${lifetime} --json`)
    const { expiresAt, createdAt, state } = JSON.parse(stdout) as ApiKey
    expect(state).toBe('valid')
    expect((Date.parse(expiresAt!) - Date.parse(createdAt)) / hour).toBeCloseTo(lifetime === '2d' ? 48 : 12, 1)
  }
  const [kept] = await database.ask(
    `select round(extract(epoch from expires_at::timestamptz - now()) / 3600)::int as hours from keys where name = 'for-12h'`,
  )
  expect(kept).toEqual({ hours: 12 })
  const { stdout } = await world.type('testctl keys list', { terminal: 100 })
  expect(stdout).toMatch(/for-12h .* in 11 hours +just now/)
})
