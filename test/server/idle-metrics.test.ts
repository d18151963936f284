import perfHooks from 'node:perf_hooks'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createMetrics } from '../../src/server/monitoring/metrics.ts'

test('the event loop is watched, a hundred times a second, only once somebody has asked for metrics', async () => {
  const watch = vi.spyOn(perfHooks, 'monitorEventLoopDelay')
  onTestFinished(() => watch.mockRestore())
  const metrics = createMetrics()
  expect(watch).not.toHaveBeenCalled()
  expect(await metrics.text()).toContain('nodejs_eventloop_lag_seconds')
  expect(watch).toHaveBeenCalled()
})
