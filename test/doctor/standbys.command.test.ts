import { expect, onTestFinished, test } from 'vitest'
import { createWorld } from '../helpers/world.ts'
import { examined } from './examined.ts'

// For a database with a standby see e2e/reads.cluster.test.ts.

const examine = async (env: Record<string, string>) => {
  const world = await createWorld({ TESTCTL_URL: 'file:./team.db', ...env })
  onTestFinished(world.remove)
  return examined(world)
}

test('standbys are looked at only where some are named', async () => {
  expect((await examine({})).checks).not.toHaveProperty('standbys')
})

test('standbys of a store in a file are an error of the settings', async () => {
  const { checks, exitCode } = await examine({
    TESTCTL_STORE: 'file:./team.db',
    TESTCTL_STORE_READS: 'postgres://ana:canary@two/team',
  })
  expect(exitCode).toBe(2)
  expect(checks['standbys']).toMatchObject({
    status: 'failed',
    message: 'TESTCTL_STORE_READS names PostgreSQL standbys, but the store is not in PostgreSQL',
    hint: expect.stringContaining('TESTCTL_STORE=postgres://'),
  })
})

test('a store that cannot be reached is named without its password', async () => {
  const { checks, exitCode } = await examine({
    TESTCTL_STORE: 'postgres://ana:canary@127.0.0.1:1/team',
    TESTCTL_STORE_READS: 'postgres://ana:canary@127.0.0.1:2/team',
  })
  expect(exitCode).toBe(6)
  expect(checks['standbys']?.message).toContain('the database team on 127.0.0.1:1 cannot be reached')
})
