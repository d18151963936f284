import { expect, onTestFinished, test } from 'vitest'
import { createStore } from '../../helpers/postgres.ts'
import { createWorld } from '../../helpers/world.ts'

test('a database of an earlier version is not called damaged, and the hint names it without its password', async () => {
  const { address, ask } = await createStore()
  const world = await createWorld({ TESTCTL_STORE: 'file:./team.db' })
  onTestFinished(world.remove)
  await world.type(`testctl keys create --name ana --store ${address}`)
  await ask('update testctl_store set version = 2')
  const { exitCode, stdout } = await world.type(`testctl store check --store ${address}`)
  expect(exitCode).toBe(7)
  const [first, second] = stdout.split('\n')
  expect(first).toMatch(/, version 2$/)
  expect(second).toContain(`upgrade it: testctl store migrate --store ${address.replace(/:[^:@]*@/, '@')})`)
})
