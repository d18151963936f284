import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../helpers/postgres.ts'
import { createWorld } from '../helpers/world.ts'

test('after a restore into a new database, the hint at its keys does not repeat the password', async () => {
  const { address } = await createDatabase()
  const world = await createWorld({ TESTCTL_STORE: 'file:./team.db' })
  onTestFinished(world.remove)
  await world.type('testctl keys create --name ana')
  await world.type('testctl store backup a.db')
  const { stdout, stderr } = await world.type(`testctl store restore a.db --store ${address}`)
  expect(stderr).toBe('')
  expect(stdout).toContain('valid again: name the store in TESTCTL_STORE, then: testctl keys list\n')
  expect(stdout).not.toContain(new URL(address).password)
})
