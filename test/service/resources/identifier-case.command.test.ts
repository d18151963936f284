import { expect, onTestFinished, test } from 'vitest'
import { createSeededWorld } from '../../helpers/seed.ts'

test('an identifier is read in either case, and sent to a service in capitals', async () => {
  const world = await createSeededWorld()
  onTestFinished(world.remove)
  for (const path of [
    'cases/case/web-c1',
    'tests/test/Web-t01',
    'test-runs/test-run/web-r1',
    'milestones/milestone/web-m1',
  ]) {
    const { exitCode, stderr } = await world.type(`testctl api GET /v1/${path}`)
    expect({ path, exitCode, stderr }).toEqual({ path, exitCode: 0, stderr: '' })
  }
  expect((await world.requests('testctl cases get web-c1')).at(-1)).toMatch(/^GET \/v1\/cases\/case\/WEB-C1/)
})
